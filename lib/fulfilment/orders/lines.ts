import type { Allocation } from '../../inventory/allocations/allocation.ts'
import { divideAllocation, mergeAllocations } from '../../inventory/allocations/divide-allocation.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import { countOpen, type StockMove, type StoredFulfilmentLine } from './fulfilment-order.ts'

/** Divides the allocations of variants among the lines that wanted them, in their order. */
export const assignAllocations = (
  lines: readonly StoredFulfilmentLine[],
  wanted: ReadonlySet<Id>,
  allocations: readonly Allocation[],
): StoredFulfilmentLine[] => {
  const left = new Map<Id, Allocation | null>(allocations.map((each) => [each.variantId, each]))
  return lines.map((line) => {
    if (!wanted.has(line.id)) return line
    const { taken, rest } = divideAllocation(left.get(line.variantId) ?? null, countOpen(line) - line.allocated)
    left.set(line.variantId, rest)
    const allocation = mergeAllocations(line.allocation, taken)
    return { ...line, allocation, allocated: allocation?.quantity ?? 0 }
  })
}

/** Pieces by line. */
export type PiecesByLine = ReadonlyMap<Id, number>

interface Changed {
  lines: StoredFulfilmentLine[]
  moves: StockMove[]
}

/** Takes pieces of lines away, with the stock that was reserved for them; `count` says what becomes of them. */
const takePieces = (
  lines: readonly StoredFulfilmentLine[],
  pieces: PiecesByLine,
  kind: StockMove['kind'],
  count: 'handedOver' | 'cancelled',
): Changed => {
  const moves: StockMove[] = []
  const changed = lines.map((line) => {
    const quantity = pieces.get(line.id) ?? 0
    if (!quantity) return line
    if (quantity < 0 || quantity > countOpen(line)) throw new Error('more pieces than the line has open')
    // Pieces without a reservation go first when they are cancelled, and last when they are handed over.
    const unreserved = countOpen(line) - line.allocated
    const { taken, rest } = divideAllocation(
      line.allocation,
      kind === 'release' ? Math.max(0, quantity - unreserved) : quantity,
    )
    if (taken) moves.push({ kind, allocation: taken })
    return { ...line, [count]: line[count] + quantity, allocation: rest, allocated: rest?.quantity ?? 0 }
  })
  return { lines: changed, moves }
}

export const handOverPieces = (lines: readonly StoredFulfilmentLine[], pieces: PiecesByLine): Changed =>
  takePieces(lines, pieces, 'hand_over', 'handedOver')

/** Hands pieces over that were cancelled before; `taken` has the stock of each line that they come from, if any is kept. */
export const handOverCancelled = (
  lines: readonly StoredFulfilmentLine[],
  pieces: PiecesByLine,
  taken: ReadonlyMap<Id, Allocation>,
): Changed => {
  const changed = lines.map((line) => {
    const quantity = pieces.get(line.id) ?? 0
    if (quantity > line.cancelled) throw new Error('more pieces than were cancelled of the line')
    return quantity ? { ...line, handedOver: line.handedOver + quantity, cancelled: line.cancelled - quantity } : line
  })
  return { lines: changed, moves: [...taken.values()].map((allocation) => ({ kind: 'take', allocation })) }
}

export const cancelPieces = (lines: readonly StoredFulfilmentLine[], pieces: PiecesByLine): Changed =>
  takePieces(lines, pieces, 'release', 'cancelled')

/**
 * Puts pieces that had been handed over back to lines: open and reserved again as far as `allocations` by line has them, or
 * cancelled if nobody waits for them.
 */
export const returnPieces = (
  lines: readonly StoredFulfilmentLine[],
  pieces: PiecesByLine,
  allocations: ReadonlyMap<Id, Allocation>,
  isWanted: boolean,
): StoredFulfilmentLine[] =>
  lines.map((line) => {
    const quantity = pieces.get(line.id) ?? 0
    if (!quantity) return line
    const handedOver = line.handedOver - quantity
    if (!isWanted) return { ...line, handedOver, cancelled: line.cancelled + quantity }
    const allocation = mergeAllocations(line.allocation, allocations.get(line.id) ?? null)
    return { ...line, handedOver, allocation, allocated: allocation?.quantity ?? 0 }
  })

export const listOpenPieces = (lines: readonly StoredFulfilmentLine[]): Map<Id, number> =>
  new Map(lines.flatMap((line) => (countOpen(line) > 0 ? [[line.id, countOpen(line)] as const] : [])))

interface Divided {
  kept: StoredFulfilmentLine[]
  moved: StoredFulfilmentLine[]
}

/** Divides open pieces of lines from them, with their reservations; no stock changes. */
export const divideLines = (lines: readonly StoredFulfilmentLine[], pieces: PiecesByLine, newId: () => Id): Divided => {
  const moved: StoredFulfilmentLine[] = []
  const kept = lines.flatMap((line) => {
    const quantity = pieces.get(line.id) ?? 0
    if (!quantity) return [line]
    const { taken, rest } = divideAllocation(line.allocation, quantity)
    moved.push({
      ...line,
      id: newId(),
      ordered: quantity,
      handedOver: 0,
      cancelled: 0,
      allocation: taken,
      allocated: taken?.quantity ?? 0,
    })
    const ordered = line.ordered - quantity
    return ordered ? [{ ...line, ordered, allocation: rest, allocated: rest?.quantity ?? 0 }] : []
  })
  return { kept, moved }
}

/**
 * Assigns pieces by SKU, however it is spelled, to lines with room for them, in their order; returns what no line has room for.
 */
export const assignBySku = (
  lines: readonly StoredFulfilmentLine[],
  wanted: readonly { sku: string; quantity: number }[],
  countRoom: (line: StoredFulfilmentLine) => number = countOpen,
): { pieces: Map<Id, number>; excess: { sku: string; quantity: number }[] } => {
  const left = new Map<SkuKey, { sku: string; quantity: number }>()
  for (const { sku, quantity } of wanted) {
    const known = left.get(foldSku(sku)) ?? { sku, quantity: 0 }
    left.set(foldSku(sku), { ...known, quantity: known.quantity + Math.max(0, Math.floor(quantity)) })
  }
  const pieces = new Map<Id, number>()
  for (const line of lines) {
    const same = left.get(foldSku(line.sku))
    const quantity = Math.min(same?.quantity ?? 0, countRoom(line))
    if (!same || !quantity) continue
    pieces.set(line.id, quantity)
    left.set(foldSku(line.sku), { ...same, quantity: same.quantity - quantity })
  }
  return { pieces, excess: [...left.values()].filter(({ quantity }) => quantity > 0) }
}
