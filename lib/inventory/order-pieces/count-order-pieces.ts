import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type PiecesBySku, subtractPieces } from './order-pieces.ts'
import { addPieces, leavePieces } from './order-pieces-store.ts'

/** SKUs that are counted in the transaction that changes an order; a task counts the others. */
export const MAX_SKUS_AT_ONCE = 12

/**
 * Counts what a change of an order, or of its fulfilment, changes about the pieces of its SKUs, in the transaction of the
 * change. `before` and `after` are what the record adds to them.
 */
export const countOrderPieces = (unit: Unit, channelId: Id, before: PiecesBySku, after: PiecesBySku): void => {
  const changes = subtractPieces(before, after)
  addPieces(unit, channelId, changes.slice(0, MAX_SKUS_AT_ONCE))
  const left = changes.slice(MAX_SKUS_AT_ONCE)
  if (left.length) leavePieces(unit, channelId, left)
}
