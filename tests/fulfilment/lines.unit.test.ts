import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countOpen, type StoredFulfilmentLine } from '../../lib/fulfilment/orders/fulfilment-order.ts'
import { assignBySku, cancelPieces, divideLines, handOverPieces } from '../../lib/fulfilment/orders/lines.ts'

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
})
