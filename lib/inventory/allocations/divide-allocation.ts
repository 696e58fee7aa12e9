import type { Id } from '../../platform/id.ts'
import type { LotPieces } from '../pieces/lot.ts'
import type { Pieces } from '../pieces/pick-pieces.ts'
import type { Allocation } from './allocation.ts'

const divideLots = (lots: readonly LotPieces[], quantity: number): [LotPieces[], LotPieces[]] => {
  const [taken, rest]: [LotPieces[], LotPieces[]] = [[], []]
  let left = quantity
  for (const { lotId, quantity: all } of lots) {
    const some = Math.min(all, left)
    if (some > 0) taken.push({ lotId, quantity: some })
    if (all > some) rest.push({ lotId, quantity: all - some })
    left -= some
  }
  return [taken, rest]
}

/**
 * Divides an allocation into the first so many pieces and the rest. Each has its own lots and serial units, so that a piece
 * belongs to one of them only.
 */
export const divideAllocation = (
  allocation: Allocation | null,
  quantity: number,
): { taken: Allocation | null; rest: Allocation | null } => {
  if (!allocation || quantity <= 0) return { taken: null, rest: allocation }
  if (quantity >= allocation.quantity) return { taken: allocation, rest: null }
  const { lots, serials } = allocation
  const [takenLots, restLots] = divideLots(lots ?? [], quantity)
  const build = (pieces: number, ownLots: LotPieces[], ownSerials: readonly Id[]): Allocation => ({
    ...allocation,
    quantity: pieces,
    ...(lots && { lots: ownLots }),
    ...(serials && { serials: ownSerials }),
  })
  return {
    taken: build(quantity, takenLots, serials?.slice(0, quantity) ?? []),
    rest: build(allocation.quantity - quantity, restLots, serials?.slice(quantity) ?? []),
  }
}

/** Counts the pieces of an allocation that its first so many lots or serial units make up; all of them if it names none. */
export const countFirstPieces = ({ quantity, lots, serials }: Allocation, most: number): number => {
  if (serials) return Math.min(quantity, most)
  if (!lots || lots.length <= most) return quantity
  return lots.slice(0, most).reduce((sum, each) => sum + each.quantity, 0)
}

/** Joins the lots and serial units of several parts; each lot is named once. */
export const joinPieces = (parts: readonly Pieces[]): Pieces => {
  const lots = new Map<Id, number>()
  for (const { lotId, quantity } of parts.flatMap((part) => part.lots ?? []))
    lots.set(lotId, (lots.get(lotId) ?? 0) + quantity)
  const serials = new Set(parts.flatMap((part) => part.serials ?? []))
  return {
    ...(lots.size && { lots: [...lots].map(([lotId, quantity]) => ({ lotId, quantity })) }),
    ...(serials.size && { serials: [...serials] }),
  }
}

/** Joins two allocations of the same stock item. */
export const mergeAllocations = (one: Allocation | null, other: Allocation | null): Allocation | null =>
  one && other ? { ...one, quantity: one.quantity + other.quantity, ...joinPieces([one, other]) } : (one ?? other)
