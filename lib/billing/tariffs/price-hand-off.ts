import type { SETTLEMENT_SCOPES } from '../../../schemas/billing/charge.ts'
import type { Rate, RateUnit } from '../../../schemas/billing/tariff.ts'
import type { Id } from '../../platform/id.ts'
import { subtractQuantity } from '../../platform/money/decimal.ts'
import {
  addExactly,
  type ExactAmount,
  multiplyExactly,
  negateExactly,
  roundExactly,
} from '../../platform/money/exact-amount.ts'
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
  custodianId: Id | null
}

export interface PricedUnit {
  per: RateUnit
  scope: (typeof SETTLEMENT_SCOPES)[number]
  quantity: number
  /** Price of one, with its surcharge; null if tiers give several. */
  rate: number | null
  /** Name of the surcharge that the rate has. */
  surcharge: string | null
  /** Above 0 if it is owed to the partner; rounded by itself. */
  amount: number
  /** Null if amounts of the rate have no fractions of minor units. */
  exactAmount: ExactAmount | null
}

export const SCOPES_OF_UNITS: Record<RateUnit, PricedUnit['scope']> = {
  order: 'fulfilment',
  line: 'fulfilment',
  piece: 'fulfilment',
  parcel: 'shipping',
  kilogram: 'shipping',
  storage_day: 'storage',
  return: 'returns',
}

/** Tells of a rate, whatever the quantity, so that all its charges are rounded together or none. */
const hasFractions = (per: RateUnit, prices: readonly ExactAmount[]) =>
  per === 'kilogram' || prices.some((price) => price.includes('.'))

type Priced = Pick<StoredTariff, 'rates' | 'direction'>

/** Finds the rate of a custodian, or the one that holds for all that have none of their own. */
const findRate = ({ rates }: Priced, per: RateUnit, custodianId: Id | null): Rate | undefined => {
  const ofUnit = rates.filter((each) => each.per === per)
  return (
    ofUnit.find((each) => each.custodianId && each.custodianId === custodianId) ??
    ofUnit.find((each) => !each.custodianId)
  )
}

const WHOLE_PERCENT = 100
const HUNDREDTH = 0.01

/** Adds the surcharge to an amount of the rate. */
const addSurcharge = ({ surcharge }: Rate, amount: number): ExactAmount =>
  surcharge
    ? multiplyExactly(HUNDREDTH, multiplyExactly(amount, addExactly(String(WHOLE_PERCENT), String(surcharge.percent))))
    : String(amount)

/** A part of a quantity with the price of one of it. */
interface Part {
  quantity: number
  price: ExactAmount
}

const sumParts = (parts: readonly Part[]): ExactAmount =>
  parts.reduce((sum, part) => addExactly(sum, multiplyExactly(part.quantity, part.price)), '0')

/** Divides a quantity by the tiers of the rate. */
const divideByTiers = (rate: Rate, quantity: number): Part[] => {
  const tiers = [{ above: 0, amount: rate.amount }, ...(rate.tiers ?? [])]
  return tiers.flatMap(({ above, amount }, i) => {
    const end = Math.min(quantity, tiers[i + 1]?.above ?? quantity)
    return end > above ? [{ quantity: subtractQuantity(end, above), price: addSurcharge(rate, amount) }] : []
  })
}

/** Returns what a quantity of a month costs by the tiers for months, before its sign. */
const priceByMonthTiers = (
  rate: Rate,
  { mode, tiers }: NonNullable<Rate['monthTiers']>,
  quantity: number,
): ExactAmount => {
  if (mode === 'graduated') return sumParts(divideByTiers({ ...rate, tiers }, quantity))
  const { amount } = tiers.findLast(({ above }) => quantity > above) ?? rate
  return multiplyExactly(quantity, addSurcharge(rate, amount))
}

/**
 * Returns what the tiers for months change of a unit: their price of the quantity of a month less what its charges have, above
 * 0 if it is owed to the partner. Undefined if the tariff has none for the unit, 0 if more was taken back than charged.
 */
export const priceMonth = (tariff: Priced, per: RateUnit, quantity: number): ExactAmount | undefined => {
  const rate = tariff.rates.find((each) => each.per === per)
  if (!rate?.monthTiers) return undefined
  if (quantity <= 0) return '0'
  const charged = multiplyExactly(quantity, addSurcharge(rate, rate.amount))
  const change = addExactly(priceByMonthTiers(rate, rate.monthTiers, quantity), negateExactly(charged))
  return tariff.direction === 'owed' ? change : negateExactly(change)
}

const listPrices = (rate: Rate): ExactAmount[] =>
  [rate, ...(rate.tiers ?? [])].map(({ amount }) => addSurcharge(rate, amount))

/** Prices a quantity by the tariff; undefined if the tariff has no rate for it, or if it comes to nothing. */
export const priceUnit = (
  tariff: Priced,
  per: RateUnit,
  quantity: number,
  custodianId: Id | null = null,
): PricedUnit | undefined => {
  const rate = findRate(tariff, per, custodianId)
  if (!rate) return undefined
  const parts = divideByTiers(rate, quantity)
  const exact = sumParts(parts)
  if (exact === '0') return undefined
  const signed = tariff.direction === 'owed' ? exact : negateExactly(exact)
  const [first, ...others] = parts
  return {
    per,
    scope: SCOPES_OF_UNITS[per],
    quantity,
    rate: first && !others.length ? Number(first.price) : null,
    surcharge: rate.surcharge?.name ?? null,
    amount: roundExactly(signed),
    exactAmount: hasFractions(per, listPrices(rate)) ? signed : null,
  }
}

export const priceHandOff = (
  tariff: Priced,
  { isFirst, lines, pieces, hasParcel, grams, custodianId }: HandOff,
): PricedUnit[] =>
  [
    priceUnit(tariff, 'order', isFirst ? 1 : 0, custodianId),
    priceUnit(tariff, 'line', lines, custodianId),
    priceUnit(tariff, 'piece', pieces, custodianId),
    priceUnit(tariff, 'parcel', hasParcel ? 1 : 0, custodianId),
    priceUnit(tariff, 'kilogram', grams / 1000, custodianId),
  ].filter((each) => each !== undefined)
