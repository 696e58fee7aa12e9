import type { Id } from '../../../platform/id.ts'
import { addExactly, type ExactAmount, negateExactly, roundExactly } from '../../../platform/money/exact-amount.ts'
import type { StoredCharge } from '../../charges/charge.ts'
import type { KnownFractions, SettledSum, SettledSums } from './settled-fractions-store.ts'

type Fractional = StoredCharge & { tariffId: Id; exactAmount: ExactAmount }

const isFractional = (charge: StoredCharge): charge is Fractional =>
  charge.tariffId !== null && charge.exactAmount !== null

export const listFractionalTariffs = (all: readonly StoredCharge[]): Id[] =>
  all.filter(isFractional).map(({ tariffId }) => tariffId)

const NOTHING: SettledSum = { exact: '0', whole: 0 }

type After = Map<Id, SettledSums>

/** Changes the sum of the tariff and unit of a charge,. */
const changeSum = (
  known: KnownFractions,
  after: After,
  { tariffId, chargeType }: Fractional,
  change: (before: SettledSum) => SettledSum,
): SettledSum => {
  const sums = after.get(tariffId) ?? known.get(tariffId)?.sums ?? {}
  const sum = change(sums[chargeType] ?? NOTHING)
  after.set(tariffId, { ...sums, [chargeType]: sum })
  return sum
}

/**
 * Returns the charges with the amounts that their lines get: each the difference that its exact amount makes to the rounded sum
 * of its tariff and unit, so that all lines of them, in however many settlements, come to the exact sum rounded once.
 */
export const settleFractions = (
  all: readonly StoredCharge[],
  known: KnownFractions,
): { amounts: number[]; after: After } => {
  const after: After = new Map()
  const amounts = all.map((charge) => {
    if (!isFractional(charge)) return charge.amount
    let amount = 0
    changeSum(known, after, charge, ({ exact: before, whole }) => {
      const exact = addExactly(before, charge.exactAmount)
      amount = roundExactly(exact) - whole
      return { exact, whole: whole + amount }
    })
    return amount
  })
  return { amounts, after }
}

/** Takes settled charges out of the sums again; the next charge that is settled makes up for what they leave. */
export const freeFractions = (all: readonly StoredCharge[], known: KnownFractions): After => {
  const after: After = new Map()
  for (const charge of all.filter(isFractional))
    changeSum(known, after, charge, ({ exact, whole }) => ({
      exact: addExactly(exact, negateExactly(charge.exactAmount)),
      whole: whole - charge.amount,
    }))
  return after
}
