import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spreadOverLots } from '../../lib/inventory/pieces/change-lots.ts'
import { chooseLots, isUsable, type StoredLot } from '../../lib/inventory/pieces/lot.ts'
import { takeFromFront } from '../../lib/inventory/transfers/transfer.ts'
import { LOT_STATES } from '../../schemas/inventory/lot.ts'

const TODAY = '2026-06-15'

const lots = fc
  .array(
    fc.record({
      status: fc.constantFrom(...LOT_STATES),
      expiresOn: fc.constantFrom(null, '2026-06-14', '2026-06-15', '2026-06-16', '2026-12-31'),
      onHand: fc.integer({ min: 0, max: 9 }),
      reserved: fc.integer({ min: 0, max: 9 }),
    }),
    { maxLength: 8 },
  )
  .map((all) =>
    all.map((lot, i) => ({ ...lot, reserved: Math.min(lot.onHand, lot.reserved), id: `L${i}` }) as StoredLot),
  )

const sum = (all: readonly { quantity: number }[]) => all.reduce((total, { quantity }) => total + quantity, 0)

describe('choosing lots', () => {
  it('takes as much as is free and usable, first what expires first, and nothing of other lots', () => {
    fc.assert(
      fc.property(lots, fc.integer({ min: 1, max: 40 }), (all, wanted) => {
        const chosen = chooseLots(all, wanted, TODAY)
        const usable = all.filter((lot) => isUsable(lot, TODAY))
        const free = usable.reduce((total, { onHand, reserved }) => total + onHand - reserved, 0)
        expect(sum(chosen)).toBe(Math.min(wanted, free))
        const byId = new Map(all.map((lot) => [lot.id, lot]))
        for (const { lotId, quantity } of chosen) {
          const lot = byId.get(lotId) as StoredLot
          expect(isUsable(lot, TODAY)).toBe(true)
          expect(quantity).toBeLessThanOrEqual(lot.onHand - lot.reserved)
          const day = lot.expiresOn ?? '9999'
          const earlier = usable.filter((each) => (each.expiresOn ?? '9999') < day && each.onHand > each.reserved)
          for (const each of earlier)
            expect(chosen).toContainEqual({ lotId: each.id, quantity: each.onHand - each.reserved })
        }
      }),
    )
  })

  it('uses a lot on its last day and not after it', () => {
    const lot = (expiresOn: string) => ({ status: 'active', expiresOn }) as const
    expect(isUsable(lot('2026-06-15'), TODAY)).toBe(true)
    expect(isUsable(lot('2026-06-14'), TODAY)).toBe(false)
  })
})

describe('spreading reserved pieces over lots', () => {
  it('never takes more of a lot than is reserved there, and all that is wanted or nothing', () => {
    fc.assert(
      fc.property(lots, fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 4 }), (all, quantities) => {
        const wanted = quantities.map((quantity, i) => ({ quantity, lots: [{ lotId: `L${i}`, quantity }] }))
        const spread = spreadOverLots(all, wanted, { onHand: -1, reserved: -1 })
        const reserved = all.reduce((total, lot) => total + lot.reserved, 0)
        const asked = quantities.reduce((total, quantity) => total + quantity, 0)
        expect(spread === undefined).toBe(asked > reserved)
        if (!spread) return
        expect([...spread.values()].reduce((total, quantity) => total + quantity, 0)).toBe(asked)
        for (const [lot, quantity] of spread) expect(quantity).toBeLessThanOrEqual(lot.reserved)
      }),
    )
  })
})

describe('lots in transit', () => {
  it('are divided without gain or loss, in their order', () => {
    const lot = fc.record({ code: fc.string(), expiresOn: fc.constant(null), quantity: fc.integer({ min: 1, max: 9 }) })
    fc.assert(
      fc.property(fc.array(lot, { maxLength: 5 }), fc.nat({ max: 50 }), (all, count) => {
        const [taken, rest] = takeFromFront(all, count)
        expect(sum(taken)).toBe(Math.min(count, sum(all)))
        expect(sum(taken) + sum(rest)).toBe(sum(all))
      }),
    )
  })
})
