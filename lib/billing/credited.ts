import type { Id } from '../platform/id.ts'
import { subtractQuantity } from '../platform/money/decimal.ts'

/** The part of a line that credit notes have credited; cancelled ones do not count. */
export interface Credited {
  quantity: number
  amount: number
  taxAmount: number
}

/** Keyed by line; what was credited without naming one by `unnamedKey`. */
export type CreditedByLine = Readonly<Record<Id, Credited>>

/** Returns the key of what was credited without naming a line, at the tax of which the invoice has this line first. */
export const unnamedKey = (firstOfTax: Id): string => `*${firstOfTax}`

const NOTHING: Credited = { quantity: 0, amount: 0, taxAmount: 0 }

export const subtractCredited = ({ quantity, amount, taxAmount }: Credited, other: Credited = NOTHING): Credited => ({
  quantity: subtractQuantity(quantity, other.quantity),
  amount: amount - other.amount,
  taxAmount: taxAmount - other.taxAmount,
})

export const addCredited = (one: Credited = NOTHING, other: Credited): Credited => ({
  quantity: subtractQuantity(one.quantity, -other.quantity),
  amount: one.amount + other.amount,
  taxAmount: one.taxAmount + other.taxAmount,
})

const isNothing = ({ quantity, amount, taxAmount }: Credited) => !quantity && !amount && !taxAmount

/** Subtracts the second parts from the first, line by line; what is left of none is left out. */
export const subtractByLine = (credited: CreditedByLine, other: CreditedByLine): CreditedByLine =>
  Object.fromEntries(
    Object.entries(credited)
      .map(([id, sum]) => [id, subtractCredited(sum, other[id])] as const)
      .filter(([, rest]) => !isNothing(rest)),
  )
