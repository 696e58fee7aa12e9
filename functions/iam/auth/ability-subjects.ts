import { type AbilityEntry, defineByScope } from '../../../lib/iam/abilities/decide-abilities.ts'

/** Every kind of resource whose state decides what may be done to it; the module's own file says how. */
const BY_STATE: readonly AbilityEntry[] = [
  {
    path: 'warehousing/custodians',
    resource: 'warehousing:custodian',
    load: async () => (await import('../../../lib/warehousing/custodian-abilities.ts')).custodianAbilities,
  },
  {
    path: 'billing/invoices',
    resource: 'billing:invoice',
    load: async () => (await import('../../../lib/billing/invoices/invoice-abilities.ts')).invoiceAbilities,
  },
  {
    path: 'billing/recurring-invoice-profiles',
    resource: 'billing:recurring_profile',
    load: async () =>
      (await import('../../../lib/billing/recurring-invoice-profiles/recurring-profile-abilities.ts'))
        .recurringProfileAbilities,
  },
  {
    path: 'billing/credit-notes',
    resource: 'billing:credit_note',
    load: async () => (await import('../../../lib/billing/credit-notes/credit-note-abilities.ts')).creditNoteAbilities,
  },
  {
    path: 'catalog/products',
    resource: 'catalog:product',
    load: async () => (await import('../../../lib/catalog/product-abilities.ts')).productAbilities,
  },
  {
    path: 'catalog/categories',
    resource: 'catalog:category',
    load: async () => (await import('../../../lib/catalog/categories/category-abilities.ts')).categoryAbilities,
  },
  {
    path: 'sales/channels',
    resource: 'sales:channel',
    load: async () => (await import('../../../lib/sales/channels/channel-abilities.ts')).channelAbilities,
  },
  {
    path: 'sales/orders',
    resource: 'sales:order',
    load: async () => (await import('../../../lib/sales/orders/order-abilities.ts')).orderAbilities,
  },
  {
    path: 'fulfilment/orders',
    resource: 'fulfilment:order',
    load: async () =>
      (await import('../../../lib/fulfilment/orders/fulfilment-order-abilities.ts')).fulfilmentOrderAbilities,
  },
  {
    path: 'shipping/shipments',
    resource: 'shipping:shipment',
    load: async () => (await import('../../../lib/shipping/shipments/shipment-abilities.ts')).shipmentAbilities,
  },
  {
    path: 'billing/settlements',
    resource: 'billing:settlement',
    load: async () => (await import('../../../lib/billing/settlements/settlement-abilities.ts')).settlementAbilities,
  },
  {
    path: 'billing/bills',
    resource: 'billing:bill',
    load: async () => (await import('../../../lib/billing/bills/bill-abilities.ts')).billAbilities,
  },
  {
    path: 'fulfilment/returns',
    resource: 'fulfilment:return',
    load: async () => (await import('../../../lib/fulfilment/returns/return-abilities.ts')).returnAbilities,
  },
  {
    path: 'iam/members',
    resource: 'iam:member',
    load: async () => (await import('../../../lib/iam/abilities/member-abilities.ts')).memberAbilities,
  },
  {
    path: 'billing/payments',
    resource: 'billing:payment',
    load: async () => (await import('../../../lib/billing/payments/payment-abilities.ts')).paymentAbilities,
  },
  {
    path: 'billing/payment-runs',
    resource: 'billing:payment_run',
    load: async () => (await import('../../../lib/billing/payment-runs/payment-run-abilities.ts')).paymentRunAbilities,
  },
  {
    path: 'billing/bank-entries',
    resource: 'billing:bank_statement',
    load: async () => (await import('../../../lib/billing/bank-statements/bank-entry-abilities.ts')).bankEntryAbilities,
  },
  {
    path: 'inventory/transfers',
    resource: 'inventory:transfer',
    load: async () => (await import('../../../lib/inventory/transfers/transfer-abilities.ts')).transferAbilities,
  },
  {
    path: 'inventory/goods-receipts',
    resource: 'inventory:receipt',
    load: async () =>
      (await import('../../../lib/inventory/goods-receipts/goods-receipt-abilities.ts')).goodsReceiptAbilities,
  },
  {
    path: 'inventory/lots',
    resource: 'inventory:lot',
    load: async () => (await import('../../../lib/inventory/pieces/lot-abilities.ts')).lotAbilities,
  },
  {
    path: 'fulfilment/incidents',
    resource: 'fulfilment:incident',
    load: async () => (await import('../../../lib/fulfilment/incidents/incident-abilities.ts')).incidentAbilities,
  },
  {
    path: 'iam/service-accounts',
    resource: 'iam:service_account',
    load: async () =>
      (await import('../../../lib/iam/service-accounts/service-account-abilities.ts')).serviceAccountAbilities,
  },
  {
    path: 'storage/files',
    resource: 'storage:file',
    load: async () => (await import('../../../lib/storage/files/file-abilities.ts')).fileAbilities,
  },
  {
    path: 'document/documents',
    resource: 'document:document',
    load: async () => (await import('../../../lib/document/documents/document-abilities.ts')).documentAbilities,
  },
  {
    path: 'data-exchange/exports',
    resource: 'data_exchange:export',
    load: async () => (await import('../../../lib/data-exchange/export-abilities.ts')).exportAbilities,
  },
]

/** Every kind of resource of which the scope alone decides. */
const BY_SCOPE: readonly AbilityEntry[] = [
  defineByScope(
    'billing/self-billing-invoices',
    async () => (await import('../../../lib/billing/self-billing/self-billing-store.ts')).findSelfBilling,
  ),
  defineByScope('partner/partners', async () => (await import('../../../lib/partner/partner-store.ts')).findPartner),
  defineByScope('catalog/variants', async () => (await import('../../../lib/catalog/variant-store.ts')).findVariant),
  defineByScope(
    'catalog/assortments',
    async () => (await import('../../../lib/catalog/assortment-store.ts')).findAssortment,
  ),
  defineByScope(
    'sales/merchants',
    async () => (await import('../../../lib/sales/merchants/merchant-store.ts')).findMerchant,
  ),
  defineByScope(
    'sales/customers',
    async () => (await import('../../../lib/sales/customers/customer-store.ts')).findCustomer,
  ),
  defineByScope(
    'sales/acceptance-rule-sets',
    async () => (await import('../../../lib/sales/acceptance-rule-sets/acceptance-rule-store.ts')).findRuleSet,
  ),
  defineByScope(
    'inventory/stock-items',
    async () => (await import('../../../lib/inventory/stock-store.ts')).findStockItem,
  ),
  defineByScope(
    'inventory/serial-units',
    async () => (await import('../../../lib/inventory/pieces/serial-unit-store.ts')).findSerialUnit,
  ),
  defineByScope(
    'inventory/movements',
    async () => (await import('../../../lib/inventory/movements/movement-store.ts')).findMovement,
  ),
  defineByScope(
    'fulfilment/fulfilments',
    async () => (await import('../../../lib/fulfilment/fulfilments/fulfilment-store.ts')).findFulfilment,
  ),
  defineByScope(
    'fulfilment/policies',
    async () => (await import('../../../lib/fulfilment/policies/policy-store.ts')).getPolicy,
  ),
  defineByScope(
    'billing/tariffs',
    async () => (await import('../../../lib/billing/tariffs/tariff-store.ts')).findTariff,
  ),
  defineByScope(
    'billing/charges',
    async () => (await import('../../../lib/billing/charges/charge-store.ts')).findCharge,
  ),
  defineByScope(
    'billing/auto-settlement-rules',
    async () => (await import('../../../lib/billing/auto-settlement-rules/auto-settlement-rule-store.ts')).findRule,
  ),
  defineByScope(
    'billing/bank-statements',
    async () => (await import('../../../lib/billing/bank-statements/bank-statement-store.ts')).findBankStatement,
  ),
  defineByScope(
    'billing/bank-csv-mappings',
    async () => (await import('../../../lib/billing/bank-csv-mappings/bank-csv-mapping-store.ts')).findBankCsvMapping,
  ),
  defineByScope(
    'data-exchange/imports',
    async () => (await import('../../../lib/data-exchange/imports/import-store.ts')).findImport,
  ),
  defineByScope(
    'data-exchange/conflicts',
    async () => (await import('../../../lib/data-exchange/conflict-store.ts')).findConflict,
  ),
  defineByScope(
    'notification/templates',
    async () => (await import('../../../lib/notification/templates/template-store.ts')).findTemplate,
  ),
  defineByScope(
    'notification/webhook-endpoints',
    async () => (await import('../../../lib/notification/webhooks/endpoints/endpoint-store.ts')).findEndpoint,
  ),
  defineByScope('audit/entries', async () => (await import('../../../lib/audit/find-entry.ts')).findEntry),
  defineByScope('configuration/settings', async () => {
    const [{ findSettingById }, { SETTING_CATALOG }] = await Promise.all([
      import('../../../lib/configuration/setting-catalog.ts'),
      import('../../settings/setting-catalog.ts'),
    ])
    return async (_db, tenant, id) => (findSettingById(SETTING_CATALOG, tenant, id) ? { id } : undefined)
  }),
  // An account belongs to a tenant as its member.
  defineByScope('iam/identities', async () => {
    const { findMembersByIdentity } = await import('../../../lib/iam/list-members.ts')
    return async (db, tenant, id) => (await findMembersByIdentity(db, tenant, [id]))[0]
  }),
  defineByScope('iam/tenants', async () => {
    const { findTenant } = await import('../../../lib/iam/tenant.ts')
    return async (db, tenant, id) => (id === tenant ? await findTenant(db, id) : undefined)
  }),
]

export const ABILITY_SUBJECTS: readonly AbilityEntry[] = [...BY_STATE, ...BY_SCOPE]
