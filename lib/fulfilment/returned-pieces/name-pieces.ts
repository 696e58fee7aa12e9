import type { Allocation } from '../../inventory/allocations/allocation.ts'
import { divideAllocation } from '../../inventory/allocations/divide-allocation.ts'
import type { Pieces } from '../../inventory/pieces/pick-pieces.ts'
import type { Id } from '../../platform/id.ts'
import type { ReturnedPieces } from './returned-pieces.ts'

/** A part of what came back of a line, with its serial units if they are known. */
interface Part {
  quantity: number
  serials?: readonly Id[] | undefined
}

/** Lists the serial units that left and did not come back. */
export const listUnitsOut = (left: Allocation | null, { serials }: ReturnedPieces): Id[] => {
  const back = new Set(serials)
  return (left?.serials ?? []).filter((id) => !back.has(id))
}

/**
 * Names the pieces of each part. Serial units that a part does not know, and lots, come back in the order in which they
 * left. \`left\` has all pieces of the line that left, \`before\` what came back of them before.
 */
export const namePieces = (left: Allocation | null, before: ReturnedPieces, parts: readonly Part[]): Pieces[] => {
  if (left?.serials) {
    const known = new Set(parts.flatMap(({ serials = [] }) => serials))
    const others = listUnitsOut(left, before).filter((id) => !known.has(id))
    return parts.map(({ quantity, serials }) => ({ serials: serials ?? others.splice(0, quantity) }))
  }
  let rest = divideAllocation(left, before.received).rest
  return parts.map(({ quantity }) => {
    const { taken, rest: others } = divideAllocation(rest, quantity)
    rest = others
    return taken?.lots ? { lots: taken.lots } : {}
  })
}
