import { autoSettlementRules } from '../../lib/billing/auto-settlement-rules/auto-settlement-rule-store.ts'
import { bankCsvMappings } from '../../lib/billing/bank-csv-mappings/bank-csv-mapping-store.ts'
import { bankEntries } from '../../lib/billing/bank-entries/bank-entry-store.ts'
import { bankStatements } from '../../lib/billing/bank-statements/bank-statement-store.ts'
import { bills } from '../../lib/billing/bills/bill-store.ts'
import { charges } from '../../lib/billing/charges/charge-store.ts'
import { creditNotes } from '../../lib/billing/credit-notes/credit-note-store.ts'
import { invoices } from '../../lib/billing/invoices/invoice-store.ts'
import { ledgerEntries } from '../../lib/billing/ledger/ledger-store.ts'
import { paymentRunItems, paymentRuns } from '../../lib/billing/payment-runs/payment-run-store.ts'
import { payments } from '../../lib/billing/payments/payment-store.ts'
import { recurringProfiles } from '../../lib/billing/recurring-invoice-profiles/recurring-profile-store.ts'
import { selfBillingInvoices } from '../../lib/billing/self-billing/self-billing-store.ts'
import { settlements } from '../../lib/billing/settlements/settlement-store.ts'
import { tariffs } from '../../lib/billing/tariffs/tariff-store.ts'
import { assortments, assortmentVariants } from '../../lib/catalog/assortment-store.ts'
import { categories } from '../../lib/catalog/categories/category-store.ts'
import { products } from '../../lib/catalog/product-store.ts'
import { variants } from '../../lib/catalog/variant-store.ts'
import { conflicts } from '../../lib/data-exchange/conflict-store.ts'
import { exports } from '../../lib/data-exchange/exports/export-store.ts'
import { imports } from '../../lib/data-exchange/imports/import-store.ts'
import { documents } from '../../lib/document/documents/document-store.ts'
import { fulfilments } from '../../lib/fulfilment/fulfilments/fulfilment-store.ts'
import { incidents } from '../../lib/fulfilment/incidents/incident-store.ts'
import { custodianWebhooks } from '../../lib/fulfilment/news/custodian-webhook-store.ts'
import { orderFulfilments } from '../../lib/fulfilment/order-fulfilments/order-fulfilment-store.ts'
import { fulfilmentOrders } from '../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { policies } from '../../lib/fulfilment/policies/policy-store.ts'
import { returns } from '../../lib/fulfilment/returns/return-store.ts'
import { listJoinedMembers, members } from '../../lib/iam/member-store.ts'
import { serviceAccounts } from '../../lib/iam/service-accounts/service-account-store.ts'
import { goodsReceipts } from '../../lib/inventory/goods-receipts/goods-receipt-store.ts'
import { stockMovements } from '../../lib/inventory/movements/movement-store.ts'
import { lots } from '../../lib/inventory/pieces/lot-store.ts'
import { serialUnits } from '../../lib/inventory/pieces/serial-unit-store.ts'
import { stockItems } from '../../lib/inventory/stock-store.ts'
import { transfers } from '../../lib/inventory/transfers/transfer-store.ts'
import { buildMemberScope } from '../../lib/notification/member-scope.ts'
import { notifications } from '../../lib/notification/notifications/notification-store.ts'
import { templates } from '../../lib/notification/templates/template-store.ts'
import { endpointDeliveries } from '../../lib/notification/webhooks/log/endpoint-delivery-store.ts'
import { partners } from '../../lib/partner/partner-store.ts'
import type { Entity, Stored } from '../../lib/platform/store/entities/entity.ts'
import { type ListedKind, toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import { ruleSets } from '../../lib/sales/acceptance-rule-sets/acceptance-rule-store.ts'
import { channels } from '../../lib/sales/channels/channel-store.ts'
import { customers } from '../../lib/sales/customers/customer-store.ts'
import { listings } from '../../lib/sales/listings/listing-store.ts'
import { merchants } from '../../lib/sales/merchants/merchant-store.ts'
import { orders } from '../../lib/sales/orders/order-store.ts'
import { syncRuns } from '../../lib/sales/runs/sync-store.ts'
import { webhookDeliveries } from '../../lib/sales/webhooks/webhook-delivery-store.ts'
import { carriers } from '../../lib/shipping/carriers/carrier-store.ts'
import { shipments } from '../../lib/shipping/shipments/shipment-store.ts'
import { files } from '../../lib/storage/files/file-store.ts'
import { custodians } from '../../lib/warehousing/custodian-store.ts'

const own = (kind: object): ListedKind => ({
  kind: kind as Entity<Stored>,
  listScopes: async (_db, tenant) => [tenant],
})

const memberScopes: ListedKind['listScopes'] = async (db, tenant) => {
  const joined = await listJoinedMembers(db, tenant)
  return joined.map(({ identityId: identity }) => buildMemberScope({ tenant, identity }))
}

/** Every kind of resource that is kept in lists. */
export const KINDS: readonly ListedKind[] = [
  ...[members, serviceAccounts, partners, custodians, documents, templates].map(own),
  ...[products, variants, categories, assortments, assortmentVariants].map(own),
  ...[stockItems, stockMovements, goodsReceipts, transfers, lots, serialUnits].map(own),
  ...[channels, customers, merchants, webhookDeliveries, orders, ruleSets, syncRuns, listings, conflicts].map(own),
  ...[invoices, recurringProfiles, creditNotes, charges, settlements, autoSettlementRules, bills, ledgerEntries].map(
    own,
  ),
  ...[paymentRuns, paymentRunItems, selfBillingInvoices].map(own),
  ...[policies, fulfilmentOrders, fulfilments, incidents, custodianWebhooks].map(own),
  ...[orderFulfilments].map(own),
  ...[shipments, carriers].map(own),
  ...[bankStatements, bankEntries, bankCsvMappings].map(own),
  ...[returns, tariffs, payments].map(own),
  ...[endpointDeliveries].map(own),
  own(files),
  ...[exports, imports].map(own),
  { kind: toAnyEntity(notifications), listScopes: memberScopes },
]
