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
  ...(['refundedAmount', 'placedAt', 'serviceLevel', 'cancellationReason', 'holdReason'] as const),
] as const
/** Only the fact that these changed is told, since their values are personal data or long. */
const NAMED = [
  ...(['customer', 'shippingAddress', 'billingAddress', 'shippingLines', 'discounts', 'refunds'] as const),
  ...(['customerNote', 'payment', 'disputes', 'adjustment'] as const),
] as const
const OF_LINES = [
  ...(['externalVariantId', 'sku', 'quantity', 'cancelledQuantity', 'refundedQuantity'] as const),
  ...(['removedAfterLeavingQuantity'] as const),
  ...(['fulfilledElsewhereQuantity', 'onHoldQuantity', 'total'] as const),
] as const

const MAX_CHANGES = 100

const toText = (value: unknown) => (value == null ? null : String(value))

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

interface ComparedFields {
  /** Fields whose values are told. */
  shown: readonly Extract<keyof StoredOrder, string>[]
  /** Fields of which only the fact is told that they changed. */
  named: readonly Extract<keyof StoredOrder, string>[]
}

/** Compares fields of two versions of an order. */
export const compareFields = (
  before: StoredOrder,
  after: StoredOrder,
  { shown, named }: ComparedFields,
): Omit<OrderChange, 'lineId'>[] => [
  ...shown
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: toText(before[field]), to: toText(after[field]) })),
  ...named
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, from: null, to: null })),
]

/** Finds what changed between two versions of an order. */
export const findChanges = (before: StoredOrder, after: StoredOrder): OrderChange[] =>
  [
    ...compareFields(before, after, { shown: COMPARED, named: NAMED }).map((change) => ({ ...change, lineId: null })),
    ...compareLines(before.lineItems, after.lineItems),
  ].slice(0, MAX_CHANGES)
