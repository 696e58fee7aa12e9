import type { Static } from 'typebox'
import * as Type from 'typebox'
import type { OrderRow } from '../../../../schemas/sales/order.ts'
import { addTaxes, type LineTax } from '../../order-parts/line-taxes.ts'
import { takePart } from '../../order-parts/split-amount.ts'
import { readText } from '../../reading.ts'
import { Money, maybe, type ReadAmount } from './money.ts'

export const DiscountAllocation = Type.Object({
  allocatedAmountSet: Money,
  discountApplication: maybe(
    Type.Object({
      index: maybe(Type.Number()),
      code: maybe(Type.String()),
      title: maybe(Type.String()),
    }),
  ),
})

/** A part of a discount that lowers a line, as the shop states it: with taxes where its prices have them. */
export interface Discount {
  /** Tells parts of one discount from those of others. */
  key: string
  code: string | null
  name: string | null
  amount: number
}

export const readDiscounts = (
  allocations: readonly Static<typeof DiscountAllocation>[],
  read: ReadAmount,
): Discount[] =>
  allocations.map(({ allocatedAmountSet, discountApplication }) => {
    const [code, name] = [readText(discountApplication?.code), readText(discountApplication?.title, 500)]
    return {
      key: JSON.stringify([discountApplication?.index ?? null, code, name]),
      code,
      name,
      amount: Math.max(0, read(allocatedAmountSet, 'discountAllocations')),
    }
  })

/** Returns the discounts of some of a line's pieces with their taxes. */
export const takeDiscounts = (
  discounts: readonly Discount[],
  taxesToAdd: readonly LineTax[],
  part: number,
  of: number,
): Discount[] =>
  discounts.map((discount) => ({ ...discount, amount: addTaxes(takePart(discount.amount, part, of), taxesToAdd) }))

export const sumDiscounts = (discounts: readonly Discount[]): number =>
  discounts.reduce((sum, { amount }) => sum + amount, 0)

const MAX_DISCOUNTS = 100

/** Adds up the parts of each discount. */
export const groupDiscounts = (parts: readonly Discount[]): NonNullable<OrderRow['discounts']> =>
  [...Map.groupBy(parts, ({ key }) => key).values()].slice(0, MAX_DISCOUNTS).map((same) => ({
    code: same[0]?.code ?? null,
    name: same[0]?.name ?? null,
    amount: sumDiscounts(same),
  }))
