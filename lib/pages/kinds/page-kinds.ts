import type { Scope } from '../../platform/access/scopes.ts'

interface PageKind {
  /** The scope that reading needs; null for what every person may read of the own account. */
  scope: Scope | null
  title: string
  /** Members of resources that hold an id of this kind. */
  ids?: readonly string[]
  /** Lists below a resource of this kind. */
  lists?: readonly string[]
}

/**
 * Kinds of resources that have a page, by their path. The page of a resource has the path of the resource's URI, and the
 * API answers at the same path below `/api`.
 */
export const PAGE_KINDS: Readonly<Record<string, PageKind>> = {
  'sales/orders': {
    scope: 'sales:order:read',
    title: 'Sales orders',
    ids: ['salesOrderId', 'orderId'],
    lists: ['fulfilments'],
  },
  'sales/channels': { scope: 'sales:channel:read', title: 'Sales channels', ids: ['channelId'], lists: ['sync-runs'] },
  'sales/customers': {
    scope: 'sales:customer:read',
    title: 'Customers',
    ids: ['customerId', 'mergedIntoId'],
    lists: ['addresses'],
  },
  'sales/merchants': { scope: 'sales:merchant:read', title: 'Merchants', ids: ['merchantId'] },
  'sales/acceptance-rule-sets': { scope: 'sales:acceptance_rule:read', title: 'Acceptance rules' },
  'fulfilment/orders': {
    scope: 'fulfilment:order:read',
    title: 'Fulfilment orders',
    ids: ['fulfilmentOrderId'],
    lists: ['fulfilments'],
  },
  'fulfilment/incidents': { scope: 'fulfilment:incident:read', title: 'Incidents', ids: ['incidentId'] },
  'fulfilment/returns': { scope: 'fulfilment:return:read', title: 'Returns', ids: ['returnId'] },
  'fulfilment/policies': {
    scope: 'fulfilment:policy:read',
    title: 'Fulfilment policies',
    ids: ['policyId', 'defaultFulfilmentPolicyId'],
  },
  'shipping/shipments': { scope: 'shipping:shipment:read', title: 'Shipments', ids: ['shipmentId'] },
  'warehousing/custodians': {
    scope: 'warehousing:custodian:read',
    title: 'Custodians',
    ids: ['custodianId', 'fromCustodianId', 'toCustodianId'],
  },
  'partner/partners': { scope: 'partner:partner:read', title: 'Partners', ids: ['partnerId', 'billingPartnerId'] },
  'catalog/products': { scope: 'catalog:product:read', title: 'Products', ids: ['productId'] },
  'catalog/categories': { scope: 'catalog:category:read', title: 'Categories', ids: ['categoryId', 'categoryIds'] },
  'catalog/variants': { scope: 'catalog:variant:read', title: 'Variants', ids: ['variantId'] },
  'catalog/assortments': {
    scope: 'catalog:assortment:read',
    title: 'Assortments',
    ids: ['assortmentId', 'pullAssortmentId', 'pushAssortmentId'],
    lists: ['variants'],
  },
  'inventory/stock-items': { scope: 'inventory:stock_item:read', title: 'Stock items', ids: ['stockItemId'] },
  'inventory/lots': { scope: 'inventory:lot:read', title: 'Lots', ids: ['lotId'] },
  'inventory/serial-units': { scope: 'inventory:serial_unit:read', title: 'Serial units', ids: ['serialUnitId'] },
  'inventory/movements': { scope: 'inventory:movement:read', title: 'Stock movements' },
  'inventory/transfers': { scope: 'inventory:transfer:read', title: 'Transfers', ids: ['transferId'] },
  'inventory/goods-receipts': { scope: 'inventory:receipt:read', title: 'Goods receipts', ids: ['goodsReceiptId'] },
  'billing/invoices': {
    scope: 'billing:invoice:read',
    title: 'Invoices',
    ids: ['invoiceId'],
    lists: ['sendings', 'attachments'],
  },
  'billing/credit-notes': {
    scope: 'billing:credit_note:read',
    title: 'Credit notes',
    ids: ['creditNoteId'],
    lists: ['attachments'],
  },
  'billing/payments': { scope: 'billing:payment:read', title: 'Payments', ids: ['paymentId', 'reversedPaymentId'] },
  'billing/settlements': { scope: 'billing:settlement:read', title: 'Settlements', ids: ['settlementId'] },
  'billing/self-billing-invoices': {
    scope: 'billing:settlement:read',
    title: 'Self-billing invoices',
    ids: ['selfBillingInvoiceId', 'correctsId', 'correctedById'],
  },
  'billing/charges': { scope: 'billing:charge:read', title: 'Charges', ids: ['chargeId'] },
  'billing/tariffs': { scope: 'billing:tariff:read', title: 'Tariffs', ids: ['tariffId'] },
  'billing/bills': { scope: 'billing:bill:read', title: 'Bills', ids: ['billId'], lists: ['attachments'] },
  'billing/payment-runs': { scope: 'billing:payment_run:read', title: 'Payment runs', ids: ['paymentRunId'] },
  'billing/bank-statements': {
    scope: 'billing:bank_statement:read',
    title: 'Bank statements',
    ids: ['bankStatementId', 'statementId'],
    lists: ['entries'],
  },
  'billing/bank-entries': { scope: 'billing:bank_statement:read', title: 'Bank entries', ids: ['bankEntryId'] },
  'billing/recurring-invoice-profiles': {
    scope: 'billing:recurring_profile:read',
    title: 'Recurring invoices',
    ids: ['recurringInvoiceProfileId', 'recurringProfileId'],
    lists: ['invoices'],
  },
  'document/documents': {
    scope: 'document:document:read',
    title: 'Documents',
    ids: ['documentId', 'targetDocumentId'],
  },
  'data-exchange/exports': { scope: 'data_exchange:export:read', title: 'Exports', ids: ['exportId'] },
  'data-exchange/imports': {
    scope: 'data_exchange:import:read',
    title: 'Imports',
    ids: ['importId'],
    lists: ['errors'],
  },
  'data-exchange/conflicts': { scope: 'data_exchange:conflict:read', title: 'Conflicts', ids: ['conflictId'] },
  'storage/files': { scope: 'storage:file:read', title: 'Files', ids: ['fileId'] },
  'notification/webhook-endpoints': {
    scope: 'notification:webhook_endpoint:read',
    title: 'Webhook endpoints',
    ids: ['endpointId', 'webhookEndpointId'],
    lists: ['deliveries'],
  },
  'notification/templates': { scope: 'notification:template:read', title: 'Message templates', ids: ['templateId'] },
  'iam/members': { scope: 'iam:member:read', title: 'Members', ids: ['memberId'] },
  'iam/service-accounts': { scope: 'iam:service_account:read', title: 'Service accounts', ids: ['serviceAccountId'] },
  'iam/tenants': { scope: null, title: 'Tenants' },
  'iam/sessions': { scope: null, title: 'Your sessions' },
  'notification/notifications': { scope: 'notification:own:read', title: 'Your notifications' },
  'audit/entries': { scope: 'audit:entry:read', title: 'Audit trail' },
}

/** Headings of the start page, and the modules below each. */
export const PAGE_GROUPS: Readonly<Record<string, readonly string[]>> = {
  Sales: ['sales', 'partner'],
  Fulfilment: ['fulfilment', 'shipping', 'warehousing'],
  'Catalog and stock': ['catalog', 'inventory'],
  Billing: ['billing'],
  'Documents and files': ['document', 'storage', 'data-exchange'],
  'Members and messages': ['iam', 'notification', 'audit'],
}

const MAX_SEGMENTS = 6

/** Tells whether the platform has a page at this path, which is that of a resource or of a list. */
export const isRecordPath = (path: string): boolean => {
  const [, module = '', collection = '', ...rest] = path.split('/')
  const isWhole = rest.every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  return isWhole && rest.length < MAX_SEGMENTS && Object.hasOwn(PAGE_KINDS, `${module}/${collection}`)
}
