import { autoSettlementRules } from '../../billing/auto-settlement-rules/auto-settlement-rule-store.ts'
import { bills } from '../../billing/bills/bill-store.ts'
import { charges } from '../../billing/charges/charge-store.ts'
import { creditNotes } from '../../billing/credit-notes/credit-note-store.ts'
import { invoices } from '../../billing/invoices/invoice-store.ts'
import { ledgerEntries } from '../../billing/ledger/ledger-store.ts'
import { recurringProfiles } from '../../billing/recurring-invoice-profiles/recurring-profile-store.ts'
import { settlements } from '../../billing/settlements/settlement-store.ts'
import { assortments, assortmentVariants } from '../../catalog/assortment-store.ts'
import { products } from '../../catalog/product-store.ts'
import { variants } from '../../catalog/variant-store.ts'
import { conflicts } from '../../data-exchange/conflict-store.ts'
import { documents } from '../../document/document-store.ts'
import { listJoinedMembers, members } from '../../iam/member-store.ts'
import { stockItems } from '../../inventory/stock-store.ts'
import { buildMemberScope } from '../../notification/member-scope.ts'
import { notifications } from '../../notification/notifications/notification-store.ts'
import { templates } from '../../notification/templates/template-store.ts'
import { partners } from '../../partner/partner-store.ts'
import { ruleSets } from '../../sales/acceptance-rule-sets/acceptance-rule-store.ts'
import { channels } from '../../sales/channels/channel-store.ts'
import { listings } from '../../sales/listings/listing-store.ts'
import { merchants } from '../../sales/merchants/merchant-store.ts'
import { orders } from '../../sales/orders/order-store.ts'
import { syncRuns } from '../../sales/runs/sync-store.ts'
import { webhookDeliveries } from '../../sales/webhooks/webhook-delivery-store.ts'
import { custodians } from '../../warehousing/custodian-store.ts'
import type { Entity, Stored } from './entity.ts'
import { type ListedKind, toAnyEntity } from './recount-tenants.ts'

const own = (kind: object): ListedKind => ({
  kind: kind as Entity<Stored>,
  placesOf: async (_db, tenant) => [tenant],
})

const memberScopes: ListedKind['placesOf'] = async (db, tenant) => {
  const joined = await listJoinedMembers(db, tenant)
  return joined.map(({ identityId: identity }) => buildMemberScope({ tenant, identity }))
}

/** Every kind of resource that is kept in lists. */
export const KINDS: readonly ListedKind[] = [
  ...[members, partners, custodians, documents, templates].map(own),
  ...[products, variants, assortments, assortmentVariants, stockItems].map(own),
  ...[channels, merchants, webhookDeliveries, orders, ruleSets, syncRuns, listings, conflicts].map(own),
  ...[invoices, recurringProfiles, creditNotes, charges, settlements, autoSettlementRules, bills, ledgerEntries].map(
    own,
  ),
  { kind: toAnyEntity(notifications), placesOf: memberScopes },
]
