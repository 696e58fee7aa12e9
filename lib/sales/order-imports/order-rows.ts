import type { CellType, RowKind } from '../../data-exchange/import-kinds/row-kind.ts'
import { importOrderRows } from './import-order-rows.ts'

const buildAddressColumns = (name: string): Record<string, CellType> =>
  Object.fromEntries(
    ['name', 'company', 'line1', 'line2', 'city', 'postalCode', 'region', 'countryCode', 'phone', 'email'].map(
      (part) => [`${name}.${part}`, 'text'],
    ),
  )

/** Lines of orders, found by their channel and external id; the rows of an order are imported as one. */
export const orderRows: RowKind = {
  columns: {
    ...{ channelId: 'text', externalOrderId: 'text', number: 'text', status: 'text', modifiedAt: 'text' },
    ...{ placedAt: 'text', currency: 'text', total: 'integer', totalDecimal: 'text', isTest: 'boolean' },
    ...{ 'customer.name': 'text', 'customer.email': 'text', 'customer.phone': 'text' },
    ...buildAddressColumns('shippingAddress'),
    ...buildAddressColumns('billingAddress'),
    ...{ serviceLevel: 'text', customerNote: 'text', pricesIncludeTax: 'boolean' },
    ...{ shopCurrency: 'text', shopTotal: 'integer', shopTotalDecimal: 'text', paymentStatus: 'text' },
    ...{ payment: 'json', shippingLines: 'json', discounts: 'json', disputes: 'json', refunds: 'json' },
    ...{ 'line.externalLineId': 'text', 'line.kind': 'text', 'line.externalVariantId': 'text', 'line.sku': 'text' },
    ...{ 'line.name': 'text', 'line.quantity': 'number', 'line.orderedQuantity': 'number' },
    ...{ 'line.refundedQuantity': 'number', 'line.fulfilledQuantity': 'number' },
    ...{ 'line.unitPrice': 'integer', 'line.unitPriceDecimal': 'text' },
    ...{ 'line.total': 'integer', 'line.totalDecimal': 'text' },
    ...{ 'line.discountAmount': 'integer', 'line.discountAmountDecimal': 'text' },
    ...{ 'line.taxes': 'json', 'line.bundleId': 'text' },
  },
  required: ['channelId', 'externalOrderId', 'currency'],
  scopes: ['sales:order:write'],
  keyColumn: 'externalOrderId',
  getGroup: ({ channelId = '', externalOrderId = '' }) => JSON.stringify([channelId.toUpperCase(), externalOrderId]),
  listKeys: () => [],
  apply: (app, unit, { rows }) => importOrderRows(app, unit, rows as Readonly<Record<string, unknown>>[]),
}
