import { encodeTime, type Id } from '../../platform/id.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { type StoredStockItem, stockItems } from '../stock-store.ts'
import { stockMovements } from './movement-store.ts'

/** Computes what a stock item had on hand at a moment, from its first movement after that. */
const readOnHandAt = async (db: Table, tenant: Id, item: StoredStockItem, at: Date): Promise<number> => {
  if (item.createdAt >= at.toISOString()) return 0
  if (item.updatedAt < at.toISOString()) return item.onHand
  const { items } = await scanOldestFirst(db, stockMovements, tenant, {
    by: { stockItemId: item.id },
    after: encodeTime(at),
    limit: 1,
  })
  const [next] = items
  return next ? next.onHandAfter - next.onHandChange : item.onHand
}

interface CountedPieces {
  pieces: number
  /** Cursor of the next part; null after the last. */
  next: string | null
}

/** Counts the pieces that a custodian had on hand at a moment, in parts of so many stock items. */
export const countPiecesAt = async (
  db: Table,
  tenant: Id,
  custodianId: Id,
  { at, after, limit }: { at: Date; after: string | null; limit: number },
): Promise<CountedPieces> => {
  const { items, cursors } = await scanOldestFirst(db, stockItems, tenant, { by: { custodianId }, after, limit })
  const counts = await Promise.all(items.map((item) => readOnHandAt(db, tenant, item, at)))
  return {
    pieces: counts.reduce((sum, onHand) => sum + Math.max(0, onHand), 0),
    next: cursors.length < limit ? null : (cursors.at(-1) ?? null),
  }
}
