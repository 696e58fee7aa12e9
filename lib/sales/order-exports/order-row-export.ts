import { OrderFileRow } from '../../../schemas/sales/orders/order-file-row.ts'
import { defineCollection } from '../../data-exchange/exports/define-collection.ts'
import type { StoredOrder } from '../orders/order.ts'
import { orderExport } from './order-export.ts'

type Line = StoredOrder['lineItems'][number]

const ONLY_IN_FIRST = {
  ...{ number: null, status: null, modifiedAt: null, placedAt: null, total: null, isTest: null, customer: null },
  ...{ shippingAddress: null, billingAddress: null, serviceLevel: null, customerNote: null, pricesIncludeTax: null },
  ...{ shopCurrency: null, shopTotal: null, paymentStatus: null, payment: null, shippingLines: null },
  ...{ discounts: null, disputes: null, refunds: null },
} as const

const toLine = (line: Line): NonNullable<OrderFileRow['line']> => ({
  ...line,
  fulfilledQuantity: line.fulfilledElsewhereQuantity,
})

/** Returns the refunds in the format of an import, which names lines by the ids of the shop. */
const toRefunds = ({ refunds, lineItems }: StoredOrder) => {
  const externalIds = new Map(lineItems.map(({ id, externalLineId }) => [id, externalLineId]))
  return refunds.map(({ lines, cause: _, ...refund }) => ({
    ...refund,
    lines: lines.map(({ lineId, ...each }) => ({ externalLineId: externalIds.get(lineId ?? '') ?? null, ...each })),
  }))
}

const toRows = (order: StoredOrder): OrderFileRow[] => {
  const { channelId, externalOrderId, currency, status, platformStatus, platformModifiedAt, lineItems } = order
  const own = { channelId, externalOrderId, currency }
  const ofOrder = {
    ...order,
    status: status === 'cancelled' ? status : platformStatus,
    modifiedAt: platformModifiedAt,
    refunds: toRefunds(order),
  }
  const [first, ...others] = lineItems
  return [
    { ...ofOrder, line: first ? toLine(first) : null },
    ...others.map((line) => ({ ...ONLY_IN_FIRST, ...own, line: toLine(line) })),
  ]
}

/** Orders with a row for each line, as an import of orders takes them. */
export const orderRowExport = defineCollection({
  name: 'order_rows',
  scope: 'sales:order:read',
  of: OrderFileRow,
  currencyField: 'currency',
  ...(orderExport.check && { check: orderExport.check }),
  async read(app, tenant, position) {
    const { rows, next } = await orderExport.read(app, tenant, position)
    return { rows: (rows as StoredOrder[]).flatMap(toRows), next }
  },
})
