import type { StoredOrder } from '../../sales/orders/order.ts'
import type { Progress, SuppliedPieces } from './seller-account.ts'

const PREFIX = 'elsewhere:'

/** Tells whether others sent the pieces, which the order says and no hand-off. */
export const isElsewhere = ({ id }: Pick<SuppliedPieces, 'id'>): boolean => id.startsWith(PREFIX)

/** Keeps of supplies what the order still says that others sent; lowers what it says by that. */
const keepTold = (supplies: readonly SuppliedPieces[], told: number[]): SuppliedPieces[] =>
  supplies.map((supply) => ({
    ...supply,
    pieces: Object.fromEntries(
      Object.entries(supply.pieces).flatMap(([line, quantity]) => {
        const left = told[Number(line)] ?? 0
        const counted = Math.min(quantity, left)
        told[Number(line)] = left - counted
        return counted > 0 ? [[line, counted]] : []
      }),
    ),
  }))

/** Counts pieces that others sent as supplies, each of the time at which they were first told. */
export const addElsewhere = (
  { lineItems }: Pick<StoredOrder, 'lineItems'>,
  { supplies }: Pick<Progress, 'supplies'>,
  now: Date,
): SuppliedPieces[] => {
  const told = lineItems.map(({ fulfilledElsewhereQuantity }) => fulfilledElsewhereQuantity)
  const kept = keepTold(supplies.filter(isElsewhere), told)
  const pieces = Object.fromEntries(told.flatMap((quantity, line) => (quantity > 0 ? [[line, quantity]] : [])))
  const added = Object.keys(pieces).length ? [{ id: `${PREFIX}${kept.length}`, at: now.toISOString(), pieces }] : []
  return [...supplies.filter((each) => !isElsewhere(each)), ...kept, ...added]
}
