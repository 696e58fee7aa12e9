import type { Static } from 'typebox'
import { CreatePartnerInput, UpdatePartnerInput } from '../../../schemas/partner/partner.ts'
import { addPartner } from '../../partner/add-partner.ts'
import { changePartner } from '../../partner/change-partner.ts'
import { findPartnersWithExactName } from '../../partner/find-partners-with-exact-name.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import { parseId } from '../../platform/id.ts'
import { foldName } from '../../platform/identifiers/name.ts'
import { invalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { updatePartnerName } from '../../warehousing/update-partner-name.ts'
import { checkGiven } from './check-given.ts'
import type { RowKind } from './row-kind.ts'

type Update = Omit<Static<typeof UpdatePartnerInput>, 'bankAccount'>
type Creation = Omit<Static<typeof CreatePartnerInput>, 'bankAccount'>

const findExisting = async (db: Table, { tenant }: Unit, id: unknown, name: unknown) => {
  if (id !== undefined) {
    const parsed = parseId(String(id))
    const found = parsed && (await requirePartner(db, tenant, parsed).catch(() => undefined))
    if (!found) throw invalid({ propertyPath: 'id', message: 'must be the id of a partner' })
    return found
  }
  const [found, other] = typeof name === 'string' ? await findPartnersWithExactName(db, tenant, name) : []
  if (other)
    throw invalid({ propertyPath: 'name', message: 'is the name of several partners; name one of them by its id' })
  return found
}

/** Partners, found by their id or else by their name. */
export const partnerRows: RowKind = {
  columns: {
    ...{ id: 'text', name: 'text', roles: 'list', countryCode: 'text', defaultCurrency: 'text', locale: 'text' },
    ...{ taxId: 'text', 'address.line1': 'text', 'address.line2': 'text', 'address.city': 'text' },
    ...{ 'address.postalCode': 'text', 'address.region': 'text', 'address.countryCode': 'text' },
    ...{ 'billingContact.name': 'text', 'billingContact.email': 'text', vatId: 'text', buyerReference: 'text' },
    ...{ 'electronicAddress.scheme': 'text', 'electronicAddress.id': 'text' },
  },
  required: ['name'],
  scopes: ['partner:partner:write'],
  keyColumn: 'name',
  listKeys: ({ id, name = '' }) => [(id && parseId(id)) ?? id ?? foldName(name)],
  async apply({ db }, unit, { id, ...given }) {
    const before = await findExisting(db, unit, id, given.name)
    if (!before) {
      addPartner(unit, await checkGiven<Creation>(CreatePartnerInput, given))
      return 'created'
    }
    // Empty cells change nothing, neither of a partner nor of its addresses.
    const { address, billingContact, electronicAddress } = given as Readonly<Record<string, object | undefined>>
    const changes = await checkGiven<Update>(UpdatePartnerInput, {
      ...given,
      ...(address && { address: { ...before.address, ...address } }),
      ...(billingContact && { billingContact: { ...before.billingContact, ...billingContact } }),
      ...(electronicAddress && { electronicAddress: { ...before.electronicAddress, ...electronicAddress } }),
    })
    const after = changePartner(unit, before, changes)
    if (after.name !== before.name) await updatePartnerName(db, unit, after)
    return after === before ? 'unchanged' : 'updated'
  },
}
