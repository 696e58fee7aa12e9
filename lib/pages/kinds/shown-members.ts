/** The members that name a resource and those that a list shows of it. */
interface Shown {
  /** The first that is there names the resource; else its kind does. */
  names: readonly string[]
  /** Columns of a list, beside the name. */
  facts: readonly string[]
}

const show = (names: string, facts: string): Shown => ({ names: names.split(' '), facts: facts.split(' ') })

/** The members that name and describe the resources of each kind that has a page. */
export const SHOWN_MEMBERS: Readonly<Record<string, Shown>> = {
  'sales/orders': show('number', 'status fulfilmentStatus total placedAt'),
  'sales/customers': show('name', 'status emails orderCount createdAt'),
  'sales/channels': show('name', 'code type status lastSyncAt'),
  'sales/merchants': show('name', 'countryCode'),
  'sales/acceptance-rule-sets': show('name', 'action isActive priority'),
  'fulfilment/orders': show('orderNumber reference', 'status custodianName outcome createdAt'),
  'fulfilment/incidents': show('orderNumber', 'reason status custodianName createdAt'),
  'fulfilment/returns': show('returnNumber', 'status orderNumber custodianName createdAt'),
  'fulfilment/policies': show('name', 'isDefault'),
  'shipping/shipments': show('trackingNumber orderNumber', 'status carrier orderNumber custodianName handedOverAt'),
  'warehousing/custodians': show('name', 'partnerName type status'),
  'partner/partners': show('name', 'roles countryCode createdAt'),
  'catalog/products': show('name', 'status brand createdAt'),
  'catalog/categories': show('name', 'code status'),
  'catalog/variants': show('name sku', 'sku gtin'),
  'catalog/assortments': show('name', 'createdAt'),
  'inventory/stock-items': show('', 'variantId custodianId onHand reserved availableToPromise'),
  'inventory/lots': show('code', 'status expiresOn onHand'),
  'inventory/serial-units': show('serialNumber', 'status variantId'),
  'inventory/movements': show('occurredAt', 'kind variantId quantity onHandAfter reason'),
  'inventory/transfers': show('reference createdAt', 'status fromCustodianId toCustodianId'),
  'inventory/goods-receipts': show('reference createdAt', 'status custodianId expectedAt'),
  'billing/invoices': show('invoiceNumber', 'partnerName status totalAmount openAmount dueDate'),
  'billing/credit-notes': show('creditNoteNumber', 'partnerName status totalAmount issuedAt'),
  'billing/payments': show('reference receivedAt', 'partnerName status amount receivedAt'),
  'billing/settlements': show('settlementNumber', 'status totalAmount periodStartDate periodEndDate'),
  'billing/self-billing-invoices': show('number', 'type partnerName grandTotal issuedAt'),
  'billing/charges': show('description', 'chargeType amount occurredAt'),
  'billing/tariffs': show('name', 'basis currency validFrom'),
  'billing/bills': show('billNumber', 'partnerName status totalAmount dueAt'),
  'billing/payment-runs': show('executionDate', 'status totalAmount itemCount'),
  'billing/bank-statements': show('fileName', 'status entryCount addedCount createdAt'),
  'billing/bank-entries': show('counterpartyName bookedOn', 'status direction amount bookedOn'),
  'billing/recurring-invoice-profiles': show('name partnerName', 'cadence status nextInvoiceAt'),
  'document/documents': show('number', 'type status finalizedAt'),
  'data-exchange/exports': show('filename', 'collection status rowCount readyAt'),
  'data-exchange/imports': show('createdAt', 'kind status createdCount failedCount'),
  'data-exchange/conflicts': show('field', 'target status detectedAt'),
  'storage/files': show('name', 'mimeType sizeBytes status'),
  'notification/webhook-endpoints': show('name url', 'url isEnabled'),
  'notification/templates': show('name', 'notificationType channelType locale isActive'),
  'iam/members': show('email', 'firstName role status'),
  'iam/service-accounts': show('name', 'status lastUsedAt'),
  'iam/tenants': show('name', 'role'),
  'iam/sessions': show('device', 'address lastUsedAt startedAt'),
  'notification/notifications': show('title', 'message type createdAt'),
  'audit/entries': show('occurredAt', 'action resourceType operation actorType'),
}
