import type { OrderRow } from '../../../schemas/sales/order.ts'
import { divideRounded } from '../../platform/money/decimal.ts'
import { scaleAllToMinorUnits } from '../../platform/money/minor-units.ts'
import { splitByWeights } from '../../platform/money/split.ts'

type Line = NonNullable<OrderRow['lineItems']>[number]

/** Returns the rounded part of a total that is for some of its pieces; null without pieces. */
export const takeShare = (total: number, pieces: number, of: number): number | null =>
  Number.isInteger(pieces) && Number.isInteger(of) && pieces > 0 && of > 0
    ? Number(divideRounded(BigInt(total) * BigInt(pieces), BigInt(of)))
    : null

/** A tax that a part of an order contains, in the shop's integers. */
export interface ScaledTax {
  name: string | null
  ratePercent: number | null
  amount: number
}

/** Splits the tax of a part among its rates, as shops do that know only the sum. */
export const splitTaxes = (amount: number, rates: readonly Pick<ScaledTax, 'name' | 'ratePercent'>[]): ScaledTax[] => {
  const weights = rates.map(({ ratePercent }) => Math.round((ratePercent ?? 0) * 10_000))
  if (!weights.some((weight) => weight > 0)) return rates.map((rate, i) => ({ ...rate, amount: i ? 0 : amount }))
  const amounts = splitByWeights(amount, weights)
  return rates.map((rate, i) => ({ ...rate, amount: amounts[i] ?? 0 }))
}

interface ScaledPart {
  total: number
  taxes: readonly ScaledTax[] | null
}

/** What a part of an order costs, and the taxes in it, in minor units. */
export interface PartAmounts {
  total: number
  taxes: NonNullable<Line['taxes']> | null
}

const keyOf = ({ name, ratePercent }: ScaledTax) => JSON.stringify([name, ratePercent])

/** Limits the taxes of a part to its total, which a total and a tax of less than one minor unit could exceed. */
const limitTaxes = (taxes: ScaledTax[], total: number): ScaledTax[] => {
  let left = Math.abs(total)
  return taxes.map((tax) => {
    const amount = Math.sign(tax.amount) * Math.min(Math.abs(tax.amount), left)
    left -= Math.abs(amount)
    return { ...tax, amount: amount || 0 }
  })
}

/**
 * Converts the amounts of all parts of an order from integers × 10^-scale to minor units, so that the totals add up to the
 * converted total of the order, and the taxes of each rate to its converted tax.
 */
export const scaleParts = (parts: readonly ScaledPart[], scale: number, currency: string): PartAmounts[] => {
  const totals = scaleAllToMinorUnits(
    parts.map(({ total }) => total),
    scale,
    currency,
  )
  const amountOf = new Map<ScaledTax, number>()
  const taxes = parts.flatMap((part) => part.taxes ?? [])
  for (const [, ofRate] of Map.groupBy(taxes, keyOf)) {
    const amounts = scaleAllToMinorUnits(
      ofRate.map(({ amount }) => amount),
      scale,
      currency,
    )
    for (const [i, tax] of ofRate.entries()) amountOf.set(tax, amounts[i] ?? 0)
  }
  return parts.map(({ taxes }, i) => {
    const total = totals[i] ?? 0
    return {
      total,
      taxes:
        taxes &&
        limitTaxes(
          taxes.map((tax) => ({ ...tax, amount: amountOf.get(tax) ?? 0 })),
          total,
        ),
    }
  })
}
