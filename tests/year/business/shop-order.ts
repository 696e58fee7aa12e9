import { divide, taxIn } from './prices.ts'

/** A part of an order at one rate, with tax; gift cards alone are at 0. */
export interface Share {
  rate: number
  cents: number
}

export interface OrderPart extends Share {
  id: string
  quantity: number
  /** Of the pieces, those that were refunded after they had left. */
  refunded: number
  discount: number
}

export interface ShopRefund {
  id: string
  cents: number
  pieces: { lineId: string; cents: number; isRemoved: boolean }[]
  shipping: number
}

/** An order as its buyer and its shop know it. */
export interface ShopOrder {
  id: string
  channel: 'gross' | 'net' | 'owed'
  country: 'DE' | 'AT'
  /** False if the shop states no taxes, so that the rates of the tenant count. */
  tellsTaxes: boolean
  lines: OrderPart[]
  /** Shares of the one shipping line, the highest rate first. */
  shipping: Share[]
  /** What the total has beyond the parts. */
  adjustment: number
  refunds: ShopRefund[]
  isCancelled: boolean
  /** What each invoice bills of it less what is credited, by rate; empty while it waits for one. */
  billedBy: Map<string, Map<number, number>>
  isInDraft: boolean
}

/** Rates of what belongs to no part of an order of which no part is left. */
const STANDARD = { DE: 19, AT: 20 } as const

const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)

/** Divides cents in proportion: all are rounded down, and the largest remainders get the rest. */
export const spread = (cents: number, shares: readonly Share[]): Share[] => {
  const weights = shares.map((share) => Math.max(0, share.cents))
  const whole = sum(weights)
  if (!whole) return []
  const parts = weights.map((weight, i) => {
    const floor = Math.floor((cents * weight) / whole)
    return { i, floor, remainder: cents * weight - floor * whole }
  })
  const rest = cents - sum(parts.map(({ floor }) => floor))
  const raised = new Set(
    parts
      .toSorted((one, other) => other.remainder - one.remainder || one.i - other.i)
      .slice(0, rest)
      .map(({ i }) => i),
  )
  return shares.map(({ rate }, i) => ({ rate, cents: (parts[i]?.floor ?? 0) + (raised.has(i) ? 1 : 0) }))
}

export const addTo = (sums: Map<number, number>, shares: readonly Share[], sign = 1): void => {
  for (const { rate, cents } of shares) sums.set(rate, (sums.get(rate) ?? 0) + sign * cents)
}

const toShares = (sums: ReadonlyMap<number, number>): Share[] =>
  [...sums].flatMap(([rate, cents]) => (cents ? [{ rate, cents }] : []))

export const totalOf = ({ lines, shipping, adjustment }: ShopOrder): number =>
  sum([...lines, ...shipping].map(({ cents }) => cents)) + adjustment

/** What the buyer paid and did not get back. */
export const keptOf = (order: ShopOrder): number => sum([...keptByRate(order).values()])

/**
 * What is kept of an order at each rate, with tax: pieces and shipping at theirs, a discount of the whole order over all, a
 * rounding at that of most, and refunds at the rates of their pieces, of the shipping, or of all that is left.
 */
export const keptByRate = (order: ShopOrder): Map<number, number> => {
  const left = new Map<number, number>()
  if (order.isCancelled) return left
  addTo(left, [...order.lines, ...order.shipping])
  const parts = toShares(left)
  const isRounding = Math.abs(order.adjustment) <= order.lines.length
  // What belongs to no part is for goods.
  const taxed = parts.some(({ rate }) => rate) ? parts.filter(({ rate }) => rate) : parts
  const most = taxed.toSorted((one, other) => other.cents - one.cents).slice(0, 1)
  addTo(left, spread(order.adjustment, isRounding ? most : taxed))
  for (const { cents, pieces, shipping } of order.refunds) {
    const removed = sum(pieces.map((piece) => (piece.isRemoved ? piece.cents : 0)))
    const before = sum([...left.values()])
    for (const { lineId, cents: price, isRemoved } of pieces) {
      const line = order.lines.find(({ id }) => id === lineId)
      if (line && !isRemoved) addTo(left, [{ rate: line.rate, cents: Math.min(price, left.get(line.rate) ?? 0) }], -1)
    }
    for (const { rate, cents: part } of spread(shipping, order.shipping))
      addTo(left, [{ rate, cents: Math.min(part, left.get(rate) ?? 0) }], -1)
    const given = before - sum([...left.values()])
    const rest = cents - removed - given
    const shares = spread(rest, toShares(left))
    addTo(left, shares.length ? shares : [{ rate: STANDARD[order.country], cents: rest }], -1)
  }
  return left
}

const vat = ({ rate, cents }: Share) => ({
  ...{ name: `VAT ${rate} %`, ratePercent: rate },
  amount: taxIn(cents, BigInt(rate)),
})

/** Shipping whose higher share is exactly what its tax says. */
export const makeShipping = (tax: number, [high, low]: readonly [number, number], rest: number): Share[] => [
  { rate: high, cents: Number(divide(BigInt(tax) * BigInt(100 + high), BigInt(high))) },
  ...(rest ? [{ rate: low, cents: rest }] : []),
]

/** Writes an order as an import takes it. */
export const toRow = (order: ShopOrder, modifiedAt: number) => {
  const taxesOf = (shares: readonly Share[]) => (order.tellsTaxes ? { taxes: shares.map(vat) } : {})
  const shipped = sum(order.shipping.map(({ cents }) => cents))
  return {
    ...{ externalOrderId: order.id, number: order.id, currency: 'EUR', total: totalOf(order) },
    ...{ pricesIncludeTax: order.channel !== 'net', modifiedAt: new Date(modifiedAt).toISOString() },
    ...(order.isCancelled ? { status: 'cancelled' } : { paymentStatus: 'paid' as const }),
    shippingAddress: { line1: 'Main road 1', postalCode: '1010', city: 'Anywhere', countryCode: order.country },
    lineItems: order.lines.map((line) => ({
      ...{ externalLineId: line.id, quantity: line.quantity, total: line.cents },
      ...(line.rate ? { name: `Tea ${line.id}` } : { name: `Gift card ${line.id}`, kind: 'gift_card' as const }),
      ...{ refundedQuantity: line.refunded, discountAmount: line.discount },
      ...(line.quantity ? taxesOf(line.rate ? [line] : []) : {}),
    })),
    shippingLines: shipped ? [{ externalLineId: 's', name: 'Parcel', total: shipped, ...taxesOf(order.shipping) }] : [],
    refunds: order.refunds.map(({ id, cents, pieces, shipping }) => ({
      ...{ externalRefundId: id, amount: cents, shippingAmount: shipping },
      lines: pieces.map((piece) => ({
        ...{ externalLineId: piece.lineId, quantity: 1, amount: piece.cents, isRemoved: piece.isRemoved },
      })),
    })),
  }
}
