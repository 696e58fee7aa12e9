import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countOpen, type StoredFulfilmentLine } from '../../lib/fulfilment/orders/fulfilment-order.ts'
import {
  assignBySku,
  cancelPieces,
  divideLines,
  handOverPieces,
  returnPieces,
} from '../../lib/fulfilment/orders/lines.ts'
import type { Allocation } from '../../lib/inventory/allocations/allocation.ts'

const SKUS = ['A', 'B', 'C']

/** Lines of which some pieces left, some are cancelled and some of the rest are reserved. */
const aLine = (i: number) =>
  fc.tuple(fc.constantFrom(...SKUS), fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9)).map(
    ([sku, handedOver, cancelled, reserved, unreserved]): StoredFulfilmentLine => ({
      id: `line${i}`,
      orderLine: i,
      variantId: `variant of ${sku}`,
      sku,
      name: null,
      ordered: handedOver + cancelled + reserved + unreserved,
      handedOver,
      cancelled,
      allocated: reserved,
      allocation: reserved
        ? { stockItemId: `item of ${sku}`, variantId: `variant of ${sku}`, quantity: reserved }
        : null,
    }),
  )

const someLines = fc
  .integer({ min: 1, max: 4 })
  .chain((n) => fc.tuple(...Array.from({ length: n }, (_, i) => aLine(i))))

const withPieces = someLines.chain((lines) =>
  fc.tuple(
    fc.constant(lines),
    fc
      .tuple(...lines.map((line) => fc.nat(countOpen(line))))
      .map((all) => new Map(all.flatMap((quantity, i) => (quantity ? [[`line${i}`, quantity] as const] : [])))),
  ),
)

/** Lots of one line and serial units of another one. */
const trackedLines = fc.tuple(
  fc
    .array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 })
    .map((all) => all.map((quantity, i) => ({ lotId: `lot${i}`, quantity }))),
  fc.integer({ min: 1, max: 8 }).map((n) => Array.from({ length: n }, (_, i) => `unit${i}`)),
)

/** A line all of whose pieces are reserved. */
const tracked = (id: string, pieces: Pick<Allocation, 'lots' | 'serials'>, quantity: number): StoredFulfilmentLine => ({
  id,
  orderLine: null,
  variantId: `variant of ${id}`,
  sku: id,
  name: null,
  ordered: quantity,
  allocated: quantity,
  handedOver: 0,
  cancelled: 0,
  allocation: { stockItemId: `item of ${id}`, variantId: `variant of ${id}`, quantity, ...pieces },
})

const countOfLot = (all: readonly Allocation[], lotId: string) =>
  all.flatMap(({ lots = [] }) => lots).reduce((total, each) => total + (each.lotId === lotId ? each.quantity : 0), 0)

const sum = (lines: readonly StoredFulfilmentLine[], read: (line: StoredFulfilmentLine) => number) =>
  lines.reduce((total, line) => total + read(line), 0)

const reservedBy = (lines: readonly StoredFulfilmentLine[]) => sum(lines, ({ allocation }) => allocation?.quantity ?? 0)

const expectSound = (lines: readonly StoredFulfilmentLine[]) => {
  for (const line of lines) {
    expect(line.handedOver + line.cancelled).toBeLessThanOrEqual(line.ordered)
    expect(line.allocated).toBe(line.allocation?.quantity ?? 0)
    expect(line.allocated).toBeLessThanOrEqual(countOpen(line))
    expect(Math.min(line.allocated, line.handedOver, line.cancelled)).toBeGreaterThanOrEqual(0)
  }
}

describe('pieces of lines', () => {
  it.each([
    ['handed over', handOverPieces, 'handedOver'],
    ['cancelled', cancelPieces, 'cancelled'],
  ] as const)('that are %s leave open pieces and reservations alike, and nothing is lost', (_what, take, name) => {
    fc.assert(
      fc.property(withPieces, ([lines, pieces]) => {
        const after = take(lines, pieces)
        const moved = after.moves.reduce((total, { allocation }) => total + allocation.quantity, 0)
        const taken = [...pieces.values()].reduce((total, quantity) => total + quantity, 0)
        expectSound(after.lines)
        expect(reservedBy(after.lines) + moved).toBe(reservedBy(lines))
        expect(sum(after.lines, (line) => line[name])).toBe(sum(lines, (line) => line[name]) + taken)
        expect(sum(after.lines, ({ ordered }) => ordered)).toBe(sum(lines, ({ ordered }) => ordered))
      }),
    )
  })

  it('cannot exceed what is open', () => {
    fc.assert(
      fc.property(someLines, fc.integer({ min: 1, max: 5 }), (lines, more) => {
        const [first] = lines
        const pieces = new Map([['line0', (first ? countOpen(first) : 0) + more]])
        expect(() => handOverPieces(lines, pieces)).toThrow()
        expect(() => cancelPieces(lines, pieces)).toThrow()
      }),
    )
  })

  it('that are divided from lines keep the totals of both (split-keeps-totals)', () => {
    let made = 0
    fc.assert(
      fc.property(withPieces, ([lines, pieces]) => {
        const { kept, moved } = divideLines(lines, pieces, () => `new${++made}`)
        const all = [...kept, ...moved]
        expectSound(all)
        for (const read of [
          countOpen,
          ({ ordered }: StoredFulfilmentLine) => ordered,
          (line: StoredFulfilmentLine) => line.allocated,
        ])
          expect(sum(all, read)).toBe(sum(lines, read))
        expect(sum(moved, countOpen)).toBe([...pieces.values()].reduce((total, quantity) => total + quantity, 0))
      }),
    )
  })

  it('that a custodian names by SKU go to open pieces only, and the rest is known', () => {
    const wanted = fc.array(
      fc.record({ sku: fc.constantFrom(...SKUS, 'X'), quantity: fc.integer({ min: -3, max: 20 }) }),
    )
    fc.assert(
      fc.property(someLines, wanted, (lines, given) => {
        const { pieces, excess } = assignBySku(lines, given)
        expectSound(handOverPieces(lines, pieces).lines)
        const total = given.reduce((sum, { quantity }) => sum + Math.max(0, quantity), 0)
        const assigned = [...pieces.values()].reduce((sum, quantity) => sum + quantity, 0)
        expect(assigned + excess.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(total)
      }),
    )
  })

  it('keep their lots and serial units through any splits, hand-overs, reversals and short closes', () => {
    const step = fc.record({
      kind: fc.constantFrom('split', 'hand_over', 'cancel', 'reverse'),
      shares: fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }),
    })
    fc.assert(
      fc.property(trackedLines, fc.array(step, { maxLength: 8 }), ([lots, serials], steps) => {
        const start = [
          tracked(
            'line0',
            { lots },
            lots.reduce((total, { quantity }) => total + quantity, 0),
          ),
          tracked('line1', { serials }, serials.length),
        ]
        let made = 0
        let lines: readonly StoredFulfilmentLine[] = start
        let left: readonly { lineId: string; allocation: Allocation }[] = []
        const released: Allocation[] = []
        for (const { kind, shares } of steps) {
          if (kind === 'reverse') {
            const [undone, ...rest] = left
            if (!undone || !lines.some(({ id }) => id === undone.lineId)) continue
            const pieces = new Map([[undone.lineId, undone.allocation.quantity]])
            lines = returnPieces(lines, pieces, new Map([[undone.lineId, undone.allocation]]), true)
            left = rest
            continue
          }
          const pieces = new Map(
            lines.flatMap((line, i) => {
              const quantity = Math.min(countOpen(line), shares[i % shares.length] ?? 0)
              return quantity ? [[line.id, quantity] as const] : []
            }),
          )
          if (kind === 'split') {
            const divided = divideLines(lines, pieces, () => `new${++made}`)
            lines = [...divided.kept, ...divided.moved]
          } else {
            const changed = kind === 'hand_over' ? handOverPieces(lines, pieces) : cancelPieces(lines, pieces)
            const allocations = changed.moves.map(({ allocation }) => allocation)
            if (kind === 'hand_over')
              left = [
                ...left,
                ...allocations.map((allocation, i) => ({ lineId: [...pieces.keys()][i] ?? '', allocation })),
              ]
            else released.push(...allocations)
            lines = changed.lines
          }
        }
        const all = [
          ...lines.flatMap(({ allocation }) => allocation ?? []),
          ...left.map(({ allocation }) => allocation),
          ...released,
        ]
        for (const { lots: own, serials: units, quantity } of all)
          expect(units?.length ?? own?.reduce((total, each) => total + each.quantity, 0)).toBe(quantity)
        expect(all.flatMap((each) => each.serials ?? []).sort()).toEqual([...serials].sort())
        for (const { lotId, quantity } of lots) expect(countOfLot(all, lotId)).toBe(quantity)
      }),
    )
  })
})
