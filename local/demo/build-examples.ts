import type { Client } from '../../client/src/index.ts'
import type { Examples } from '../../lib/platform/docs/openapi/apply-examples.ts'
import { buildFulfilmentRequests } from './build-fulfilment-examples.ts'
import { inDays } from './in-days.ts'
import type { Maker } from './maker.ts'

interface Listed {
  member: readonly { id: string }[]
}

const first = async (listed: Promise<Listed>) => (await listed).member[0]?.id

const nextMonth = () => inDays(31)

/** Finds things of the demo tenant that no step has made: they follow from others. */
const findValues = async (client: Client, { mails, known }: Maker) => {
  const { billing, iam, inventory, sales, warehousing, notification, configuration, document, audit } = client
  const channel = known('channel tea')
  const settings = (await configuration.settings.list({ itemsPerPage: 1 })).member
  const order = await sales.orders.get(known('order, held'))
  const catalogRun = known('sync run of tea')
  const shipment = await client.shipping.shipments.get(known('shipment'))
  const sent = (await (await fetch(`${mails}/messages`)).json()) as { text: string }[]
  return {
    '/api/audit/entries/{id}': (await audit.entries.list()).member[0]?.id,
    '/api/billing/charges/{id}': await first(billing.charges.list()),
    '/api/billing/settlement-scopes/{scope}': 'storage',
    '/api/configuration/settings/category/{category}': 'billing',
    '/api/configuration/settings/key/{key}': settings[0]?.key,
    '/api/configuration/settings/{id}': settings[0]?.id,
    '/api/document/documents/{id}': await first(document.documents.list()),
    '/api/document/portal/{token}': sent
      .map(({ text }) => /\/api\/document\/portal\/([\w.~-]+)/.exec(text)?.[1])
      .find(Boolean),
    '/api/iam/members/{id}': known('member'),
    '/api/iam/sessions/{id}': await first(iam.sessions.list()),
    '/api/iam/account/data/{tenantId}': await first(iam.tenants.list()),
    '/api/iam/tenants/{id}': await first(iam.tenants.list()),
    '/api/inventory/movements/{id}': await first(inventory.movements.list()),
    '/api/notification/notifications/{id}': await first(notification.notifications.list()),
    '/api/sales/channels/{channelId}/external-orders/{externalOrderId}': order.externalOrderId,
    '/api/sales/channels/{channelId}/sync-runs/{syncId}': catalogRun,
    '/api/sales/channels/{channelId}/sync-runs/{syncId}/records/{id}': await first(
      sales.channels.listSyncRecords(channel, catalogRun),
    ),
    '/api/sales/channels/{channelId}/webhook-deliveries/{id}': await first(
      sales.channels.listWebhookDeliveries(channel),
    ),
    '/api/sales/customers/{id}': await first(sales.customers.list()),
    '/api/sales/connections/{connectionId}': (await sales.channels.get(channel)).connectionId ?? undefined,
    '/api/docs/assets/{file}': 'reference.css',
    '/api/docs/contexts/{type}': 'Partner',
    '/errors/{slug}': 'not-found',
    '/track/{token}': shipment.trackingPageUrl.split('/').at(-1),
    '/api/warehousing/custodians/{custodianId}/webhook-deliveries/{id}': await first(
      warehousing.custodians.listWebhookDeliveries(known('custodian elbe')),
    ),
  }
}

/** The steps whose values are the examples of path values. */
const STEPS: Readonly<Record<string, string>> = {
  '/api/billing/auto-settlement-rules/{id}': 'auto-settlement rule',
  '/api/billing/bank-csv-mappings/{id}': 'bank CSV mapping',
  '/api/billing/bank-entries/{id}': 'bank entry',
  '/api/billing/bank-statements/{id}': 'bank statement',
  '/api/billing/bills/{id}': 'bill',
  '/api/billing/credit-notes/{id}': 'credit note',
  '/api/billing/invoices/by-number/{invoiceNumber}': 'invoice number',
  '/api/billing/invoices/{id}': 'invoice, issued',
  '/api/billing/invoices/{invoiceId}/sendings/{id}': 'sending',
  '/api/billing/partners/{partnerId}': 'partner nordlicht',
  '/api/billing/payment-runs/{id}': 'payment run',
  '/api/billing/payments/{id}': 'payment',
  '/api/billing/recurring-invoice-profiles/{id}': 'recurring profile',
  '/api/billing/self-billing-invoices/{id}': 'self-billing invoice',
  '/api/billing/settlements/{id}': 'settlement',
  '/api/billing/tariffs/{id}': 'tariff',
  '/api/catalog/assortments/{id}': 'assortment',
  '/api/catalog/categories/{id}': 'category',
  '/api/catalog/products/{id}': 'product',
  '/api/catalog/variants/{id}': 'variant small',
  '/api/data-exchange/conflicts/{id}': 'conflict',
  '/api/data-exchange/imports/{id}': 'import',
  '/api/fulfilment/incidents/{id}': 'incident',
  '/api/fulfilment/orders/{id}': 'fulfilment order',
  '/api/fulfilment/orders/{id}/fulfilments/{fulfilmentId}': 'fulfilment',
  '/api/fulfilment/policies/{id}': 'policy tea shop',
  '/api/fulfilment/returns/{id}': 'return, received',
  '/api/iam/service-accounts/{id}': 'service account',
  '/api/iam/service-accounts/{id}/keys/{keyId}': 'service account key',
  '/api/inventory/goods-receipts/{id}': 'goods receipt, expected',
  '/api/inventory/lots/{id}': 'lot',
  '/api/inventory/serial-units/{id}': 'serial unit',
  '/api/inventory/stock-items/{id}': 'stock item',
  '/api/inventory/transfers/{id}': 'transfer, planned',
  '/api/notification/events/{id}': 'event',
  '/api/notification/push-subscriptions/{id}': 'push subscription',
  '/api/notification/templates/{id}': 'template',
  '/api/notification/webhook-endpoints/{id}': 'webhook endpoint',
  '/api/notification/webhook-endpoints/{endpointId}/deliveries/{id}': 'webhook delivery',
  '/api/partner/partners/{id}': 'partner nordlicht',
  '/api/sales/acceptance-rule-sets/{id}': 'acceptance rules',
  '/api/sales/channels/{id}': 'channel tea',
  '/api/sales/channels/{channelId}/catalog/variants/{variantId}': 'variant SIM-0',
  '/api/sales/channels/{channelId}/webhooks/{topic}': 'channel webhook',
  '/api/sales/merchants/{id}': 'merchant',
  '/api/sales/orders/{id}': 'order, fulfilled',
  '/api/shipping/carriers/{code}': 'carrier',
  '/api/shipping/shipments/{id}': 'shipment',
  '/api/storage/files/{id}': 'file',
  '/api/warehousing/custodians/by-partner/{partnerId}': 'partner nordlicht',
  '/api/warehousing/custodians/{id}': 'custodian elbe',
}

/** Builds requests that succeed as they stand, each at least once, because something is there that they fit. */
const buildRequests = ({ known }: Maker, values: Awaited<ReturnType<typeof findValues>>): Examples['requests'] => {
  const partnerId = known('partner teehaus')
  const lines = [{ description: 'Storage of 4 pallets', quantity: 4, unitPrice: 1450 }]
  return {
    'GET /{module}/{path}': { parameters: { module: 'partner', path: 'partners' } },
    'GET /api/billing/exports/datev': { parameters: { from: '2026-01-01', to: '2026-12-31' } },
    'GET /api/billing/one-stop-shop/export': { parameters: { quarter: '2026-Q4' } },
    'GET /api/sales/channels/{channelId}/unbilled-orders': { parameters: { currency: 'EUR' } },
    'GET /api/notification/messages': { parameters: { address: 'ada@example.com' } },
    'GET /api/notification/watches': { parameters: { topic: 'finance.invoice.paid' } },
    'GET /api/storage/files/{id}/upload': { parameters: { id: known('file, unfinished') } },
    'GET /api/sales/channels/{channelId}/external-orders/{externalOrderId}': {
      parameters: {
        channelId: known('channel outlet'),
        externalOrderId: values['/api/sales/channels/{channelId}/external-orders/{externalOrderId}'] ?? '',
      },
    },
    'POST /api/partner/partners': { body: { name: 'Bergland Tee', countryCode: 'AT', roles: ['Partner.Customer'] } },
    'POST /api/warehousing/custodians': {
      body: { partnerId: known('partner gardens'), type: 'internal', name: 'Darjeeling, packing hall' },
    },
    'GET /api/catalog/products': { parameters: { sku: 'TRAY-SMALL' } },
    'GET /api/catalog/variants': { parameters: { gtin: '7300011000017' } },
    'POST /api/catalog/products': { body: { name: 'Oak tea box', brand: 'Demo Trading', tags: ['gift'] } },
    'POST /api/catalog/products/{id}/activate': { parameters: { id: known('product, draft') } },
    'POST /api/catalog/products/{id}/restore': { parameters: { id: known('product, archived') } },
    'POST /api/catalog/variants': {
      body: {
        productId: known('product'),
        sku: 'TRAY-ROUND',
        name: 'Walnut tea tray, round',
        ...{ mpn: 'WT-round', hsCode: '441912', countryOfOrigin: 'DE', weightGrams: 900 },
        prices: [{ currency: 'EUR', amount: 3900 }],
      },
    },
    'POST /api/catalog/categories': { body: { code: 'teapots', name: 'Teapots', parentId: known('category, root') } },
    'POST /api/catalog/categories/{id}/restore': { parameters: { id: known('category, archived') } },
    'DELETE /api/catalog/categories/{id}': { parameters: { id: known('category, archived') } },
    'POST /api/catalog/assortments': { body: { name: 'Summer' } },
    'POST /api/sales/merchants': { body: { name: 'Second brand', countryCode: 'DE' } },
    'POST /api/sales/orders/{id}/accept': { parameters: { id: known('order, held') } },
    'POST /api/sales/orders/{id}/reject': { parameters: { id: known('order, held') } },
    'POST /api/billing/invoices': {
      body: { partnerId, dueDate: nextMonth(), currencyCode: 'EUR', lineItems: lines },
    },
    'POST /api/billing/invoices/{id}/issue': { parameters: { id: known('invoice, draft') }, body: {} },
    'POST /api/billing/invoices/{id}/mark-paid': { body: { paymentReference: 'SEPA 2026-0119' } },
    'POST /api/billing/invoices/{id}/render': { body: {} },
    'POST /api/billing/credit-notes': {
      body: {
        invoiceId: known('invoice, paid'),
        reason: 'Two pieces were missing',
        lineItems: [{ description: 'Picking', quantity: 2, unitPrice: 35 }],
      },
    },
    'POST /api/billing/credit-notes/{id}/issue': { parameters: { id: known('credit note, draft') }, body: {} },
    'POST /api/billing/bills': {
      body: {
        partnerId: known('partner gardens'),
        billNumber: 'HG-2208',
        currency: 'EUR',
        totalAmount: 92_000,
        issuedAt: nextMonth(),
        dueAt: nextMonth(),
      },
    },
    'POST /api/billing/charges': {
      body: {
        partnerId,
        scope: 'storage',
        chargeType: 'storage_fee',
        description: 'Storage of one day',
        amount: 250,
        currency: 'EUR',
        occurredAt: '2026-03-31T10:00:00Z',
      },
    },
    'POST /api/billing/recurring-invoice-profiles': {
      body: { partnerId, currencyCode: 'EUR', cadence: 'monthly', startAt: nextMonth(), lines },
    },
    'POST /api/iam/service-accounts': { body: { name: 'Stock counts', scopes: ['inventory:stock_item:read'] } },
    'POST /api/iam/members': { body: { email: 'sales@entrepot.example', role: 'viewer' } },
  }
}

/** Builds a merge of the two newest customers. */
const buildCustomerRequests = async ({ client }: Maker): Promise<Examples['requests']> => {
  const [target, merged] = (await client.sales.customers.list()).member
  if (!target || !merged) return {}
  return {
    'POST /api/sales/customers/{id}/merge': { parameters: { id: target.id }, body: { customerIds: [merged.id] } },
  }
}

/** Builds the examples of the reference, which name things of the demo tenant. */
export const buildExamples = async (maker: Maker): Promise<Examples> => {
  const found = await findValues(maker.client, maker)
  const steps = Object.entries(STEPS).map(([place, step]) => [place, maker.known(step)])
  const values: Record<string, string> = Object.fromEntries(steps)
  for (const [place, value] of Object.entries(found)) if (value) values[place] = value
  return {
    values,
    requests: {
      ...buildRequests(maker, found),
      ...(await buildFulfilmentRequests(maker)),
      ...(await buildCustomerRequests(maker)),
    },
  }
}
