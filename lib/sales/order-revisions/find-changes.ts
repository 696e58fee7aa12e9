import type { Order } from '../../../schemas/sales/order.ts'
import type { StoredOrder } from '../orders/order.ts'

export interface OrderChange {
  field: string
  /** Null for the order itself. */
  lineId: string | null
  from: string | null
  to: string | null
}

const COMPARED = [
  ...(['status', 'platformStatus', 'paymentStatus', 'number', 'currency', 'total', 'keptAmount'] as const),
  ...(['refundedAmount', 'placedAt', 'serviceLevel', 'cancellationReason'] as const),
] as const
/** Only the fact that these changed is told, since their values are personal data or long. */
const NAMED = [
  ...(['customer', 'shippingAddress', 'billingAddress', 'shippingLines', 'discounts', 'refunds'] as const),
  ...(['payment', 'adjustment'] as const),
] as const
const OF_LINES = ['sku', 'quantity', 'cancelledQuantity', 'refundedQuantity', 'total'] as const

const MAX_CHANGES = 100

const toText = (value: string | number | null | undefined) => (value == null ? null : String(value))

const compareLines = (before: Order['lineItems'], after: Order['lineItems']): OrderChange[] => {
  const known = new Map(before.map((line) => [line.id, line]))
  return after.flatMap((line): OrderChange[] => {
    const was = known.get(line.id)
    if (!was) return [{ field: 'line', lineId: line.id, from: null, to: line.sku ?? line.name }]
    return OF_LINES.filter((field) => was[field] !== line[field]).map((field) => ({
      field,
      lineId: line.id,
      from: toText(was[field]),
      to: toText(line[field]),
    }))
  })
}

/** Finds what changed between two versions of an order. */
export const findChanges = (before: StoredOrder, after: StoredOrder): OrderChange[] =>
  [
    ...COMPARED.filter((field) => before[field] !== after[field]).map((field) => ({
      field,
      lineId: null,
      from: toText(before[field]),
      to: toText(after[field]),
    })),
    ...NAMED.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])).map((field) => ({
      field,
      lineId: null,
      from: null,
      to: null,
    })),
    ...compareLines(before.lineItems, after.lineItems),
  ].slice(0, MAX_CHANGES)
