import type { Static } from 'typebox'
import type { CreatePartnerInput } from '../../schemas/partner/partner.ts'
import type { Unit } from '../platform/store/unit.ts'
import type { BankAccount } from './bank-account.ts'
import { partners, partnerUri, type StoredPartner } from './partner-store.ts'

type Given = Omit<Static<typeof CreatePartnerInput>, 'bankAccount'> & { bankAccount?: BankAccount | null }

/** Returns what was given with each role once. */
export const listRolesOnce = <T extends { roles?: StoredPartner['roles'] }>(given: T): T =>
  given.roles ? { ...given, roles: [...new Set(given.roles)] } : given

export const addPartner = (unit: Unit, given: Given): StoredPartner => {
  const partner = unit.create(partners, {
    roles: [],
    countryCode: null,
    defaultCurrency: null,
    locale: null,
    taxId: null,
    vatId: null,
    address: null,
    billingContact: null,
    electronicAddress: null,
    selfBilling: null,
    buyerReference: null,
    bankAccount: null,
    vatCheck: null,
    ...listRolesOnce(given),
  })
  unit.emit('partner.partner.created', {
    subject: partnerUri(partner.id),
    data: { partnerId: partner.id, partnerName: partner.name },
  })
  return partner
}
