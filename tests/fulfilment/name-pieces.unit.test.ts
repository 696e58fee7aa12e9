import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namePieces } from '../../lib/fulfilment/returned-pieces/name-pieces.ts'
import { receivePieces } from '../../lib/fulfilment/returned-pieces/returned-pieces.ts'
import type { Allocation } from '../../lib/inventory/allocations/allocation.ts'

const LINE = 'LINE'
const line = { fulfilmentOrderLineId: LINE, requested: 0, received: 0 }

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

describe('pieces that come back in several receipts', () => {
  it('have each serial unit once, whichever are named', () => {
    const receipts = fc.array(fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 3 }), isNamed: fc.boolean() })))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), receipts, fc.infiniteStream(fc.nat()), (count, all, picks) => {
        const serials = Array.from({ length: count }, (_, i) => `U${i}`)
        const left: Allocation = { stockItemId: 'S', variantId: 'V', quantity: count, serials }
        let pieces: ReturnType<typeof receivePieces> = {}
        const back: string[] = []
        for (const receipt of all) {
          const before = pieces[LINE] ?? { promised: 0, received: 0, serials: [] }
          const out = serials.filter((id) => !back.includes(id))
          const parts = receipt.flatMap(({ quantity, isNamed }) => {
            const most = Math.min(quantity, out.length)
            if (!most) return []
            // Named units are taken from anywhere, so that they come back in another order than they left.
            const named = Array.from(
              { length: most },
              () => out.splice(picks.next().value % out.length, 1)[0] as string,
            )
            return [{ quantity: most, ...(isNamed && { serials: named }) }]
          })
          const units = namePieces(left, before, parts).flatMap((each) => each.serials ?? [])
          expect(units).toHaveLength(sum(parts.map(({ quantity }) => quantity)))
          for (const id of units) expect(back).not.toContain(id)
          back.push(...units)
          pieces = receivePieces(pieces, line, units.length, units)
        }
        expect(new Set(back).size).toBe(back.length)
      }),
    )
  })

  it('have the lots in the order in which they left', () => {
    const lots = [
      { lotId: 'A', quantity: 2 },
      { lotId: 'B', quantity: 3 },
    ]
    const left: Allocation = { stockItemId: 'S', variantId: 'V', quantity: 5, lots }
    const before = { promised: 0, received: 1, serials: [] }
    expect(namePieces(left, before, [{ quantity: 2 }, { quantity: 1 }])).toEqual([
      {
        lots: [
          { lotId: 'A', quantity: 1 },
          { lotId: 'B', quantity: 1 },
        ],
      },
      { lots: [{ lotId: 'B', quantity: 1 }] },
    ])
  })
})
