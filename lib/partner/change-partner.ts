import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import type { UpdatePartnerInput } from '../../schemas/partner/partner.ts'
import type { Unit } from '../platform/store/unit.ts'
import { listRolesOnce } from './add-partner.ts'
import type { BankAccount } from './bank-account.ts'
import { partners, type StoredPartner } from './partner-store.ts'

type Given = Omit<Static<typeof UpdatePartnerInput>, 'bankAccount'> & { bankAccount?: BankAccount | null }

/** Returns the changes, with which an answer about another VAT id does not stay. */
export const dropOtherVatCheck = <T extends { vatId?: string | null }>(
  { vatCheck }: Pick<StoredPartner, 'vatCheck'>,
  changes: T,
): T & { vatCheck?: null } =>
  vatCheck && changes.vatId !== undefined && changes.vatId !== vatCheck.vatId ? { ...changes, vatCheck: null } : changes

/** Changes a partner unless it has all these values already, and returns it as it is then. */
export const changePartner = (unit: Unit, before: StoredPartner, given: Given): StoredPartner => {
  const changes = dropOtherVatCheck(before, listRolesOnce(given))
  const after = { ...before, ...changes }
  return isDeepStrictEqual(after, before) ? before : unit.update(partners, before, changes)
}
