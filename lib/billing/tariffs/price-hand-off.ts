import type { SETTLEMENT_SCOPES } from '../../../schemas/billing/charge.ts'
import type { RateUnit } from '../../../schemas/billing/tariff.ts'
import { type ExactAmount, multiplyExactly, negateExactly, roundExactly } from '../../platform/money/exact-amount.ts'
import type { StoredTariff } from './tariff.ts'

/** The quantities of a hand-off that a tariff charges. */
export interface HandOff {
  /** True if nothing of the fulfilment order was charged before. */
  isFirst: boolean
  lines: number
  pieces: number
  /** True if the hand-off has a parcel that was not charged before. */
  hasParcel: boolean
  /** Weight of the pieces whose weight is known. */
  grams: number
}

export interface PricedUnit {
  per: RateUnit
  scope: (typeof SETTLEMENT_SCOPES)[number]
  quantity: number
  rate: number
  /** Above 0 if it is owed to the partner; rounded by itself. */
  amount: number
  /** Null if amounts of the rate have no fractions of minor units. */
  exactAmount: ExactAmount | null
}

const SCOPES: Record<RateUnit, PricedUnit['scope']> = {
  order: 'fulfilment',
  line: 'fulfilment',
  piece: 'fulfilment',
  parcel: 'shipping',
  kilogram: 'shipping',
  storage_day: 'storage',
  return: 'returns',
}

/** Tells of a rate, whatever the quantity, so that all its charges are rounded together or none. */
const hasFractions = (per: RateUnit, rate: number) => per === 'kilogram' || !Number.isInteger(rate)

type Priced = Pick<StoredTariff, 'rates' | 'direction'>

/** Prices a quantity by the tariff; undefined if the tariff has no rate for it, or if it comes to nothing. */
export const priceUnit = ({ rates, direction }: Priced, per: RateUnit, quantity: number): PricedUnit | undefined => {
  const rate = rates.find((each) => each.per === per)?.amount
  if (rate === undefined) return undefined
  const exact = multiplyExactly(quantity, rate)
  if (exact === '0') return undefined
  const signed = direction === 'owed' ? exact : negateExactly(exact)
  const exactAmount = hasFractions(per, rate) ? signed : null
  return { per, scope: SCOPES[per], quantity, rate, amount: roundExactly(signed), exactAmount }
}

export const priceHandOff = (tariff: Priced, { isFirst, lines, pieces, hasParcel, grams }: HandOff): PricedUnit[] =>
  [
    priceUnit(tariff, 'order', isFirst ? 1 : 0),
    priceUnit(tariff, 'line', lines),
    priceUnit(tariff, 'piece', pieces),
    priceUnit(tariff, 'parcel', hasParcel ? 1 : 0),
    priceUnit(tariff, 'kilogram', grams / 1000),
  ].filter((each) => each !== undefined)
