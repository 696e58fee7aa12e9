import type { Id } from '../../platform/id.ts'
import { foldPieceNumber } from '../../platform/identifiers/piece-number.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredStockItem } from '../stock-store.ts'
import { createLot } from './add-to-lots.ts'
import type { LotPieces, StoredLot } from './lot.ts'
import { findLotsByCode, lots } from './lot-store.ts'

/** Pieces that arrive with the lots that they had where they left. */
interface BroughtPieces {
  quantity: number
  lots?: readonly LotPieces[]
  /** True if the pieces are put on the shelf, so that they count in their lot. */
  isShelved: boolean
}

/** A lot that has no namesake here yet, with its pieces on the shelf. */
interface Missing {
  source: StoredLot
  onHand: number
}

/** Finds the namesake of each lot: each lot that is not of this stock item and has none here is among the missing. */
const assignLots = (
  item: Pick<StoredStockItem, 'id'>,
  brought: readonly BroughtPieces[],
  sources: ReadonlyMap<Id, StoredLot>,
  here: ReadonlyMap<string, StoredLot>,
) => {
  const missing = new Map<string, Missing>()
  const pieces = brought.map(({ quantity, lots: named = [], isShelved }) => {
    let created = 0
    const known = named.flatMap((each): LotPieces[] => {
      const source = sources.get(each.lotId)
      if (!source || source.stockItemId === item.id) return [each]
      const namesake = here.get(foldPieceNumber(source.code))
      if (namesake) return [{ ...each, lotId: namesake.id }]
      const shelved = isShelved ? each.quantity : 0
      created += shelved
      const key = foldPieceNumber(source.code)
      missing.set(key, { source, onHand: (missing.get(key)?.onHand ?? 0) + shelved })
      return []
    })
    return { quantity: quantity - created, lots: known }
  })
  return { pieces, missing }
}

/**
 * Brings pieces into the lots of a stock item that have the same codes as those where the pieces left. A lot that is missing
 * is created with its pieces, and stays recalled or expired. Returns the pieces that the existing lots still get, in the order
 * of \`brought\`, and how many of the created lots must not be promised.
 */
export const bringLots = async (
  db: Table,
  unit: Unit,
  item: StoredStockItem,
  brought: readonly BroughtPieces[],
): Promise<{ pieces: { quantity: number; lots: LotPieces[] }[]; blocked: number }> => {
  const ids = [...new Set(brought.flatMap((each) => (each.lots ?? []).map(({ lotId }) => lotId)))]
  const sources = new Map((await findAll(db, lots, unit.tenant, ids)).map((lot) => [lot.id, lot]))
  const codes = [...sources.values()].flatMap(({ stockItemId, code }) => (stockItemId === item.id ? [] : [code]))
  const here = codes.length ? await findLotsByCode(db, unit.tenant, item.id, [...new Set(codes)]) : new Map()
  const { pieces, missing } = assignLots(item, brought, sources, here)
  if (!missing.size) return { pieces, blocked: 0 }
  const zone = await getSetting({ db }, unit.tenant, GENERAL_SETTINGS.timezone)
  let blocked = 0
  for (const { source, onHand } of missing.values()) {
    const { code, expiresOn, status: before, recallReason } = source
    const isOver = before === 'expired' || before === 'recalled'
    const status = isOver ? before : onHand ? 'active' : 'depleted'
    blocked += createLot(unit, item, zone, { code, expiresOn, status, onHand, recallReason })
  }
  return { pieces, blocked }
}
