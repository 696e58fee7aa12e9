import * as Type from 'typebox'
import { bills } from '../../lib/billing/bill-store.ts'
import { charges } from '../../lib/billing/charge-store.ts'
import { creditNotes } from '../../lib/billing/credit-note-store.ts'
import { invoices } from '../../lib/billing/invoice-store.ts'
import { recurringProfiles } from '../../lib/billing/recurring-profile-store.ts'
import { settlements } from '../../lib/billing/settlement-store.ts'
import { assortments, assortmentVariants } from '../../lib/catalog/assortment-store.ts'
import { products } from '../../lib/catalog/product-store.ts'
import { variants } from '../../lib/catalog/variant-store.ts'
import { documents } from '../../lib/document/document-store.ts'
import { schedule } from '../../lib/events/worker.ts'
import { joinedMembers, members } from '../../lib/identity/members.ts'
import { stockItems } from '../../lib/inventory/stock-store.ts'
import { mailbox, notifications } from '../../lib/notification/notification-store.ts'
import { templates } from '../../lib/notification/template-store.ts'
import { partners } from '../../lib/partner/partner-store.ts'
import { channels } from '../../lib/sales/channel-store.ts'
import { merchants } from '../../lib/sales/merchant-store.ts'
import { anyKind, type ListedKind, recountTenants } from '../../lib/store/recount-tenants.ts'
import { custodians } from '../../lib/warehousing/custodian-store.ts'

const ownPlace: ListedKind['placesOf'] = async (_db, tenant) => [tenant]

const mailboxes: ListedKind['placesOf'] = async (db, tenant) => {
  const joined = await joinedMembers(db, tenant)
  return joined.map(({ identityId: identity }) => mailbox({ tenant, identity }))
}

/** Every kind of resource that is kept in lists. */
const KINDS: readonly ListedKind[] = [
  { kind: anyKind(members), placesOf: ownPlace },
  { kind: anyKind(partners), placesOf: ownPlace },
  { kind: anyKind(custodians), placesOf: ownPlace },
  { kind: anyKind(products), placesOf: ownPlace },
  { kind: anyKind(variants), placesOf: ownPlace },
  { kind: anyKind(assortments), placesOf: ownPlace },
  { kind: anyKind(assortmentVariants), placesOf: ownPlace },
  { kind: anyKind(stockItems), placesOf: ownPlace },
  { kind: anyKind(channels), placesOf: ownPlace },
  { kind: anyKind(merchants), placesOf: ownPlace },
  { kind: anyKind(invoices), placesOf: ownPlace },
  { kind: anyKind(recurringProfiles), placesOf: ownPlace },
  { kind: anyKind(creditNotes), placesOf: ownPlace },
  { kind: anyKind(charges), placesOf: ownPlace },
  { kind: anyKind(settlements), placesOf: ownPlace },
  { kind: anyKind(bills), placesOf: ownPlace },
  { kind: anyKind(documents), placesOf: ownPlace },
  { kind: anyKind(templates), placesOf: ownPlace },
  { kind: anyKind(notifications), placesOf: mailboxes },
]

const ENOUGH_MS = 30_000

/** Proves lists and counts against what they are derived from; `{ "repair": true }` also sets right what differs. */
export const handler = schedule({
  name: 'store.recount',
  takes: Type.Object({ repair: Type.Optional(Type.Boolean()) }),
  run: ({ db }, { given, log, millisecondsLeft }) =>
    recountTenants(db, KINDS, { repair: given.repair ?? false, log, hasTime: () => millisecondsLeft() > ENOUGH_MS }),
})
