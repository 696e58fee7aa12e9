/** A line as its shop has it. Every price is whole with and without its tax, so that no shop has anything to round. */
export interface BookLine {
  sku: string
  /** Price of a piece, with tax. */
  price: number
  percent: 19 | 7
  ordered: number
  /** An edit added the line. */
  isAdded: boolean
  /** Pieces that an edit removed. */
  edited: number
  /** Pieces that were refunded before they had left, as the shop knows it. */
  removed: number
  /** Pieces that were refunded after they had left. */
  returned: number
}

export interface BookRefund {
  pieces: { line: number; quantity: number; left: boolean }[]
  shipping: number
  amount: number
  at: string
}

/** An order as its shop knows it, whatever Entrepot heard of it. */
export interface BookOrder {
  id: number
  /** Index of the channel of the shop in which it was placed. */
  channel: number
  currency: string
  isGross: boolean
  lines: BookLine[]
  /** Shipping at 19 percent, with tax. */
  shipping: number
  payment: 'pending' | 'authorized' | 'on_account' | 'paid'
  /** What the buyer has paid, before refunds. */
  received: number
  refunds: BookRefund[]
  isCancelled: boolean
  isDeleted: boolean
  isOnHold: boolean
  /** The shop calls it complete, where shops have such a word. */
  completedAt: string | null
  /** The number of the house, which changes with the address. */
  house: number
  placedAt: string
  changedAt: string
}

export const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0)

/** Pieces that the buyer is to have or to have had. */
export const wantedOf = ({ ordered, edited, removed }: BookLine): number => ordered - edited - removed

/** What everything that was bought costs after edits, refunds aside. */
export const worthOf = ({ lines, shipping }: BookOrder): number =>
  sum(lines.map(({ price, ordered, edited }) => price * (ordered - edited))) + shipping

export const refundedOf = ({ refunds }: BookOrder): number => sum(refunds.map(({ amount }) => amount))

/** What can still be refunded. */
export const refundableOf = (order: BookOrder): number => order.received - refundedOf(order)

export const isRefundedInFull = (order: BookOrder): boolean =>
  order.payment === 'paid' && order.received > 0 && refundableOf(order) <= 0

export const isEnded = (order: BookOrder): boolean => order.isCancelled || order.isDeleted || isRefundedInFull(order)

/** Part of what was bought is not paid yet. */
export const isPartlyPaid = (order: BookOrder): boolean => order.payment === 'paid' && worthOf(order) > order.received

/** True while the shop wants nothing more to leave. */
export const isWaiting = (order: BookOrder): boolean =>
  order.payment === 'pending' || order.isOnHold || isPartlyPaid(order)

/** What a refund gives beyond the price of its pieces and shipping. */
const computeRest = ({ lines }: BookOrder, { pieces, shipping, amount }: BookRefund): number =>
  amount - shipping - sum(pieces.map(({ line, quantity }) => (lines[line]?.price ?? 0) * quantity))

/** What the buyer has paid beyond the value of the order and did not get back. */
export const overpaidOf = (order: BookOrder): number => {
  const overpaid = Math.max(0, order.received - worthOf(order))
  const rests = order.refunds.map((each) => Math.max(0, computeRest(order, each)))
  return Math.max(0, overpaid - sum(rests))
}

/**
 * What the merchant keeps of the order. What the buyer has paid beyond its value was never the merchant's, nor is its refund.
 */
export const keptOf = (order: BookOrder): number => {
  if (isEnded(order) || order.payment === 'pending') return 0
  const value = worthOf(order)
  const paidBack = Math.max(0, order.received - value) - overpaidOf(order)
  return Math.max(0, value - refundedOf(order) + (order.payment === 'paid' ? paidBack : 0))
}

/** Price of a piece as the shop states it. */
export const toStated = (isGross: boolean, cents: number, percent: number): number =>
  isGross ? cents : (cents * 100) / (100 + percent)
