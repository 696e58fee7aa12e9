import * as Type from 'typebox'
import { autoSettlementRules } from '../../lib/billing/auto-settlement-rule-store.ts'
import { bills } from '../../lib/billing/bill-store.ts'
import { charges } from '../../lib/billing/charge-store.ts'
import { creditNotes } from '../../lib/billing/credit-note-store.ts'
import { invoices } from '../../lib/billing/invoice-store.ts'
import { ledgerEntries } from '../../lib/billing/ledger-store.ts'
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
import { ruleSets } from '../../lib/sales/acceptance-rule-store.ts'
import { channels } from '../../lib/sales/channel-store.ts'
import { listings } from '../../lib/sales/listing-store.ts'
import { merchants } from '../../lib/sales/merchant-store.ts'
import { orders } from '../../lib/sales/order-store.ts'
import { syncRuns } from '../../lib/sales/sync-store.ts'
import { webhookDeliveries } from '../../lib/sales/webhook-delivery-store.ts'
import type { Entity, Stored } from '../../lib/store/entity.ts'
import { anyKind, type ListedKind, recountTenants } from '../../lib/store/recount-tenants.ts'
import { custodians } from '../../lib/warehousing/custodian-store.ts'

const own = (kind: object): ListedKind => ({
  kind: kind as Entity<Stored>,
  placesOf: async (_db, tenant) => [tenant],
})

const mailboxes: ListedKind['placesOf'] = async (db, tenant) => {
  const joined = await joinedMembers(db, tenant)
  return joined.map(({ identityId: identity }) => mailbox({ tenant, identity }))
}

/** Every kind of resource that is kept in lists. */
const KINDS: readonly ListedKind[] = [
  ...[members, partners, custodians, documents, templates].map(own),
  ...[products, variants, assortments, assortmentVariants, stockItems].map(own),
  ...[channels, merchants, webhookDeliveries, orders, ruleSets, syncRuns, listings].map(own),
  ...[invoices, recurringProfiles, creditNotes, charges, settlements, autoSettlementRules, bills, ledgerEntries].map(
    own,
  ),
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
