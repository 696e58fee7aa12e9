import { NO_SUPPLY_LINE_KINDS, type NoSupplyLineKind } from '../../../schemas/billing/tax.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import { splitByWeights } from '../../platform/money/split.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'

/** The tax that a shop charged on a part of a price. */
export interface Charge {
  /** 0 if the shop charged none; null if it does not tell it. */
  chargedRatePercent: number | null
  /** Set for what the shop did not tax and may be no supply. */
  lineKind: NoSupplyLineKind | null
}

/** A part of a price on which the shop charged one tax. */
export interface RateShare extends Charge {
  amount: number
}

export const UNKNOWN_CHARGE: Charge = { chargedRatePercent: null, lineKind: null }

type Line = StoredOrder['lineItems'][number]
export type PricedPart = Pick<Line, 'total' | 'taxes'> & { kind?: Line['kind'] }
type Parts = { lineItems: readonly PricedPart[]; shippingLines: readonly PricedPart[] }
type Tax = NonNullable<PricedPart['taxes']>[number] & { ratePercent: number }

const isRated = (tax: NonNullable<PricedPart['taxes']>[number]): tax is Tax => tax.ratePercent !== null

/** Names what a shop charged. */
export const nameCharge = ({ chargedRatePercent, lineKind }: Charge): string =>
  JSON.stringify([chargedRatePercent, lineKind])

const isSameCharge = (one: Charge, other: Charge): boolean => nameCharge(one) === nameCharge(other)

/**
 * Returns an order whose parts have no taxes only where the shop charged none. Shops that compute no taxes have none for any
 * part, which tells nothing; but no shop taxes tips by itself.
 */
export const tellCharges = <O extends Parts>(order: O): O => {
  const parts = [...order.lineItems, ...order.shippingLines]
  if (parts.some(({ taxes }) => taxes?.length)) return order
  const tell = <P extends PricedPart>(part: P): P => (part.kind === 'tip' ? part : { ...part, taxes: null })
  return { ...order, lineItems: order.lineItems.map(tell), shippingLines: order.shippingLines.map(tell) }
}

/** Tells whether each tax is on the whole price, as those of a state and its counties are. */
const areAllOnWhole = (total: number, taxes: readonly Tax[]): boolean => {
  const net = taxes.reduce((left, { amount }) => left - amount, total)
  return taxes.every(({ ratePercent, amount }) => Math.abs(amount - (net * ratePercent) / 100) <= 1)
}

/**
 * Splits a price whose taxes are each on a part of it, as those of shipping for goods with different rates; undefined if they
 * do not explain the price. The lowest rate has the rest, because its tax tells least exactly on what it is.
 */
const splitByTaxes = (total: number, taxes: readonly Tax[]): RateShare[] | undefined => {
  const sorted = taxes.toSorted((one, other) => other.ratePercent - one.ratePercent)
  const parts = sorted.map(({ ratePercent, amount }) => ({
    chargedRatePercent: ratePercent,
    lineKind: null,
    amount: ratePercent ? Math.round(amount * (1 + 100 / ratePercent)) : 0,
    tolerance: ratePercent ? 1 + 100 / ratePercent : 0,
  }))
  const sumOf = (field: 'amount' | 'tolerance') => parts.reduce((sum, part) => sum + part[field], 0)
  const missing = total - sumOf('amount')
  const last = parts.at(-1)
  const isExplained = last?.chargedRatePercent === 0 || Math.abs(missing) <= sumOf('tolerance')
  if (!last || !isExplained) return undefined
  return parts.map((part) => (part === last ? { ...part, amount: part.amount + missing } : part))
}

/** Adds up shares of the same charge, in the order of their first ones; those of nothing are left out. */
export const sumShares = (shares: readonly RateShare[]): RateShare[] => {
  const groups = Map.groupBy(shares, nameCharge)
  return [...groups.values()]
    .flatMap((own) =>
      own.slice(0, 1).map(({ chargedRatePercent, lineKind }) => {
        return { chargedRatePercent, lineKind, amount: sumAmounts(own.map(({ amount }) => amount)) }
      }),
    )
    .filter(({ amount }) => amount !== 0)
}

const isNoSupplyKind = (kind: Line['kind'] | undefined): kind is NoSupplyLineKind =>
  NO_SUPPLY_LINE_KINDS.some((each) => each === kind)

const addUpRates = (taxes: readonly Tax[]): number => taxes.reduce((all, { ratePercent }) => all + ratePercent, 0)

/** Returns the one rate that the shop charged on all of a price; null if it does not tell it. */
const findRate = (total: number, taxes: NonNullable<PricedPart['taxes']>): number | null => {
  const rated = taxes.filter(isRated)
  const rate = addUpRates(rated)
  const isUncharged = taxes.every(({ amount }) => amount === 0)
  // Shops name the rate that they would have charged, too; less than half a minor unit of tax is none.
  if (isUncharged && total !== 0 && Math.abs(total) * rate >= (100 + rate) / 2) return 0
  if (!taxes.length) return total === 0 ? null : 0
  return rated.length < taxes.length ? (isUncharged ? 0 : null) : rate
}

/** Divides the price of a part of an order by the rates that the shop charged. */
export const divideByRate = ({ total, taxes, kind }: PricedPart): RateShare[] => {
  if (total === null) return []
  const isTaxed = (taxes ?? []).some(({ amount }) => amount !== 0)
  const lineKind = isNoSupplyKind(kind) && !isTaxed ? kind : null
  if (taxes === null) return [{ chargedRatePercent: null, lineKind, amount: total }]
  const rated = taxes.filter(isRated)
  const isSplit = isTaxed && rated.length > 1 && rated.length === taxes.length && !areAllOnWhole(total, rated)
  const split = isSplit ? splitByTaxes(total, rated) : undefined
  return split ? sumShares(split) : [{ chargedRatePercent: findRate(total, taxes), lineKind, amount: total }]
}

/** Spreads an amount over rates in proportion to the shares, of which those below 0 have no weight. */
export const spreadByRate = (amount: number, shares: readonly RateShare[]): RateShare[] => {
  const weights = shares.map((share) => Math.max(0, share.amount))
  if (weights.some((weight) => weight > 0)) {
    const amounts = splitByWeights(amount, weights)
    return shares.map((share, i) => ({ ...share, amount: amounts[i] ?? 0 }))
  }
  const [first = UNKNOWN_CHARGE, ...others] = shares
  const isOne = others.every((other) => isSameCharge(first, other))
  const { chargedRatePercent, lineKind } = isOne ? first : UNKNOWN_CHARGE
  return [{ chargedRatePercent, lineKind, amount }]
}

/** Picks the shares of goods, to which what belongs to no part is due; all if there are no goods. */
export const pickSupplies = (shares: readonly RateShare[]): readonly RateShare[] => {
  const supplies = shares.filter(({ lineKind }) => lineKind === null)
  return supplies.length ? supplies : shares
}

/** Limits shares to what is left at their charges. */
export const limitShares = (shares: readonly RateShare[], left: readonly RateShare[]): RateShare[] =>
  sumShares(shares).map((share) => {
    const own = left.find((each) => isSameCharge(each, share))
    return { ...share, amount: Math.min(share.amount, Math.max(0, own?.amount ?? 0)) }
  })

export const subtractShares = (shares: readonly RateShare[], others: readonly RateShare[]): RateShare[] =>
  sumShares([...shares, ...others.map((share) => ({ ...share, amount: -share.amount }))])
