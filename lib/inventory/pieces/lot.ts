import type { Lot, LotState } from '../../../schemas/inventory/lot.ts'
import type { Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { Due } from '../../platform/store/table/due.ts'

export interface StoredLot extends Omit<Lot, keyof Stored>, Stored, Due {}

export const LOT_MOVES = {
  recall: { from: ['active', 'expired', 'depleted'], to: 'recalled' },
  expire: { from: ['active', 'depleted'], to: 'expired' },
  deplete: { from: ['active'], to: 'depleted' },
  refill: { from: ['depleted'], to: 'active' },
} as const satisfies Moves<LotState, string>

/** Pieces of a lot. */
export interface LotPieces {
  lotId: Id
  quantity: number
}

export const lotUri = (id: Id) => `commerce:///inventory/lots/${id}`

export const countFreeOfLot = ({ onHand, reserved }: Pick<StoredLot, 'onHand' | 'reserved'>) => onHand - reserved

/** Counts the pieces of a lot that are on hand, not reserved, and must not be promised. */
export const countBlocked = (lot: Pick<StoredLot, 'status' | 'onHand' | 'reserved'>): number =>
  lot.status === 'expired' || lot.status === 'recalled' ? countFreeOfLot(lot) : 0

/** Tells whether the lot can be used on that day; its last day counts. */
export const isUsable = ({ status, expiresOn }: Pick<StoredLot, 'status' | 'expiresOn'>, today: Day): boolean =>
  status === 'active' && (expiresOn === null || expiresOn >= today)

const compareExpiry = (a: StoredLot, b: StoredLot) => {
  if (a.expiresOn === b.expiresOn) return a.id < b.id ? -1 : 1
  if (a.expiresOn === null || b.expiresOn === null) return a.expiresOn === null ? 1 : -1
  return a.expiresOn < b.expiresOn ? -1 : 1
}

/** Chooses free pieces, those that expire first before others; fewer than wanted if there are not enough. */
export const chooseLots = (lots: readonly StoredLot[], wanted: number, today: Day): LotPieces[] => {
  const chosen: LotPieces[] = []
  let left = wanted
  for (const lot of lots.filter((each) => isUsable(each, today)).sort(compareExpiry)) {
    const quantity = Math.min(left, countFreeOfLot(lot))
    if (quantity > 0) chosen.push({ lotId: lot.id, quantity })
    left -= Math.max(0, quantity)
  }
  return chosen
}

/** Returns the state of a lot with so many pieces: an empty lot can be filled again. */
export const followQuantity = ({ status }: Pick<StoredLot, 'status'>, onHand: number): LotState => {
  if (status === 'active' && onHand === 0) return LOT_MOVES.deplete.to
  return status === 'depleted' && onHand > 0 ? LOT_MOVES.refill.to : status
}
