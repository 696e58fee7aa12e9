import type { OrderRow } from '../../../schemas/sales/order.ts'
import { splitByWeights } from '../../platform/money/split.ts'
import { takeShare } from '../order-parts/scale-parts.ts'
import { isInteger, parseList, parseObject, readInstant, readScaledMoney, readText } from '../reading.ts'
import type { VendurePieces } from './order-parts.ts'

type Line = NonNullable<OrderRow['lineItems']>[number]
type Refund = NonNullable<OrderRow['refunds']>[number]
type RefundLine = NonNullable<Refund['lines']>[number]

export const listPayments = (order: unknown): unknown[] => parseList(parseObject(order).payments)
const listRefundsOf = (payment: unknown) => parseList(parseObject(payment).refunds)

/** Returns payments and their refunds, each of which has a date of its own. */
export const listPaymentsAndRefunds = (order: unknown): unknown[] => {
  const payments = listPayments(order)
  return [...payments, ...payments.flatMap(listRefundsOf)]
}

const sumIn = (states: readonly string[], records: readonly unknown[], amount: string) =>
  records.reduce<number>((sum, record) => {
    const { state, [amount]: value } = parseObject(record)
    return states.includes(String(state)) && isInteger(value) && value > 0 ? sum + value : sum
  }, 0)

/** Sums of an order's payments and refunds, in the shop's integers. */
export const sumPayments = (order: unknown) => {
  const payments = listPayments(order)
  const refunds = payments.flatMap(listRefundsOf)
  return {
    paid: sumIn(['Settled'], payments, 'amount'),
    authorized: sumIn(['Authorized'], payments, 'amount'),
    refunded: sumIn(['Settled'], refunds, 'total'),
    promised: sumIn(['Settled', 'Pending'], refunds, 'total'),
  }
}

type Sums = ReturnType<typeof sumPayments>

/** Tells what of the payment was refunded, which no state of the order does. */
export const readRefundWord = (order: unknown): string => {
  const { paid, refunded, promised } = sumPayments(order)
  if (promised <= 0) return 'none'
  if (promised < paid) return 'partly_refunded'
  return refunded < paid ? 'refund_pending' : 'refunded'
}

/** Tells that all of the payment was cancelled, of which no state of the order tells; null otherwise. */
export const readPaymentWord = (order: unknown): string | null => {
  const { paid, authorized } = sumPayments(order)
  return paid <= 0 && authorized <= 0 && listPayments(order).some((payment) => isIn(['Cancelled'], payment))
    ? 'voided'
    : null
}

const isIn = (states: readonly string[], payment: unknown) => states.includes(String(parseObject(payment).state))

const findStatus = (order: unknown, total: number, sums: Sums): NonNullable<OrderRow['paymentStatus']> => {
  const { paid, authorized, refunded } = sums
  if (paid > 0) {
    if (refunded >= paid) return 'refunded'
    if (parseObject(order).state === 'ArrangingAdditionalPayment') return 'partly_paid'
    if (refunded > 0) return 'partly_refunded'
    if (paid >= total) return 'paid'
    return paid + authorized >= total ? 'authorized' : 'partly_paid'
  }
  if (authorized > 0) return authorized >= total ? 'authorized' : 'unpaid'
  if (readPaymentWord(order) !== null) return 'voided'
  return total > 0 ? 'unpaid' : 'paid'
}

/** Returns the method of the payment that counts: the first that has money, or else the last that was tried. */
const readMethod = (order: unknown) => {
  const payments = listPayments(order)
  const used = payments.find((payment) => isIn(['Settled', 'Authorized'], payment)) ?? payments.at(-1)
  return readText(parseObject(used).method)
}

interface NamedLine {
  id: string
  quantity: number
}

const readNamed = (refund: Record<string, unknown>): NamedLine[] =>
  parseList(refund.lines).flatMap((line) => {
    const { orderLineId, quantity } = parseObject(line)
    return isInteger(quantity) && quantity > 0 ? [{ id: readText(orderLineId) ?? '', quantity }] : []
  })

/** What is left of an order while its refunds are read one by one. */
interface Left {
  /** Money that was paid beyond the total, because the total no longer contains what was cancelled. */
  overpaid: number
  /** Pieces by line that were cancelled before they left. */
  removed: Map<string, number>
}

const takeRemoved = (named: readonly NamedLine[], { removed }: Left): NamedLine[] =>
  named.flatMap(({ id, quantity }) => {
    const taken = Math.min(quantity, removed.get(id) ?? 0)
    if (taken) removed.set(id, (removed.get(id) ?? 0) - taken)
    return taken ? [{ id, quantity: taken }] : []
  })

const buildRemovedLines = (
  amount: number,
  pieces: readonly NamedLine[],
  priceOf: Map<string, number>,
): RefundLine[] => {
  if (!amount && !pieces.length) return []
  const weights = pieces.map(({ id, quantity }) => (priceOf.get(id) ?? 0) * quantity)
  if (!weights.some((weight) => weight > 0))
    return amount ? [{ externalLineId: null, quantity: 0, amount, isRemoved: true }] : []
  const amounts = splitByWeights(amount, weights)
  return pieces.map(({ id, quantity }, i) => ({
    ...{ externalLineId: id, quantity, amount: amounts[i] ?? 0, isRemoved: true },
  }))
}

/** Returns what a refund says is for shipping, if its parts add up; after an edit they do not. */
const readShippingAmount = ({ items, shipping, adjustment, total }: Record<string, unknown>): number =>
  isInteger(items) && isInteger(shipping) && isInteger(adjustment) && items + shipping + adjustment === total
    ? Math.max(0, shipping)
    : 0

interface PaidOrder {
  /** The lines as they are read. */
  lines: readonly Line[]
  pieces: readonly VendurePieces[]
  /** The total in the shop's integers. */
  total: number
  /** Prices of single pieces in minor units, by line. */
  priceOf: Map<string, number>
}

/** Builds a refund, of which only the total is exact: its lines get what their pieces cost, as far as the total goes. */
const buildRefund = (
  raw: Record<string, unknown>,
  { lines, priceOf }: PaidOrder,
  left: Left,
  toMinor: (amount: number) => number,
): Refund => {
  const amount = toMinor(Number(raw.total))
  const removedAmount = Math.min(amount, left.overpaid)
  left.overpaid -= removedAmount
  const named = readNamed(raw)
  const removed = takeRemoved(named, left)
  const removedLines = buildRemovedLines(removedAmount, removed, priceOf)
  const removedOf = new Map(removed.map(({ id, quantity }) => [id, quantity]))
  let rest = amount - removedAmount
  const kept = named.flatMap(({ id, quantity: all }): RefundLine[] => {
    const line = lines.find(({ externalLineId }) => externalLineId === id)
    const quantity = Math.min(all - (removedOf.get(id) ?? 0), line?.quantity ?? 0)
    if (!line || quantity <= 0 || rest <= 0) return []
    const cost = Math.min(rest, Math.max(0, takeShare(line.total ?? 0, quantity, line.quantity) ?? 0))
    rest -= cost
    return [{ externalLineId: id, quantity, amount: cost, isRemoved: false }]
  })
  return {
    externalRefundId: readText(raw.id) ?? 'refund',
    refundedAt: readInstant(raw.createdAt) ?? readInstant(raw.updatedAt),
    amount,
    isMoneyMoved: raw.state === 'Settled',
    reason: readText(raw.reason, 500),
    shippingAmount: Math.min(rest, toMinor(readShippingAmount(raw))),
    lines: [...removedLines, ...kept],
  }
}

const listCountedRefunds = (order: unknown): Record<string, unknown>[] =>
  listPayments(order)
    .flatMap(listRefundsOf)
    .map((refund) => parseObject(refund))
    .filter(({ state, total }) => ['Settled', 'Pending'].includes(String(state)) && isInteger(total) && total > 0)
    .sort((a, b) => String(a.createdAt ?? '').localeCompare(String(b.createdAt ?? '')))

/** Counts for each line the pieces that were refunded after they had left. */
const countRefunded = (pieces: readonly VendurePieces[], refunds: readonly Refund[]): number[] => {
  const refunded = new Map<string, number>()
  for (const { externalLineId: id, quantity, isRemoved } of refunds.flatMap(({ lines }) => lines ?? []))
    if (id && !isRemoved) refunded.set(id, (refunded.get(id) ?? 0) + quantity)
  return pieces.map(({ id, quantity, returned }) =>
    Math.min(quantity, Math.max(refunded.get(id) ?? 0, refunds.length ? returned : 0)),
  )
}

/** Reads the payment status, the payment and the refunds of an order; sets `refundedQuantity` of its lines. */
export const readVendurePayments = (
  order: unknown,
  paid: PaidOrder,
  scale: number,
  currency: string,
): Pick<OrderRow, 'paymentStatus' | 'payment' | 'refunds'> & { lineItems: Line[] } => {
  const toMinor = (amount: number) => readScaledMoney(amount, scale, currency)
  const sums = sumPayments(order)
  const left: Left = {
    overpaid: Math.max(0, toMinor(sums.paid) - toMinor(paid.total)),
    removed: new Map(
      paid.pieces.map(({ id, quantity, orderedQuantity }) => [id, Math.max(0, (orderedQuantity ?? 0) - quantity)]),
    ),
  }
  const refunds = listCountedRefunds(order).map((raw) => buildRefund(raw, paid, left, toMinor))
  const refunded = countRefunded(paid.pieces, refunds)
  return {
    lineItems: paid.lines.map((line, i) => ({ ...line, refundedQuantity: refunded[i] ?? 0 })),
    paymentStatus: findStatus(order, paid.total, sums),
    payment: {
      method: readMethod(order),
      authorizedAmount: toMinor(sums.authorized),
      paidAmount: toMinor(sums.paid),
    },
    refunds,
  }
}
