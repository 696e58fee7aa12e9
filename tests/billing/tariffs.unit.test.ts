import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findUncharged, type HandOffTally, reverseHandOff } from '../../lib/billing/tariffs/hand-off-tally.ts'
import { multiplyExactly, roundExactly } from '../../lib/platform/money/exact-amount.ts'

const multiplyRate = (quantity: number, rate: number) => roundExactly(multiplyExactly(quantity, rate))

describe('the amount of a rate', () => {
  it.each([
    [3, 12.5, 38],
    [1, 0.5, 1],
    [0.345, 99, 34],
    [1_000_000, 0.000001, 1],
    [7, 0.1, 1],
    [0, 150, 0],
  ])('is exact and rounded once: %d times %d is %d', (quantity, rate, amount) => {
    expect(multiplyRate(quantity, rate)).toBe(amount)
  })

  it('is never further than half a minor unit from the exact one', () => {
    const micro = fc.integer({ min: 1, max: 1_000_000_000 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), micro, (quantity, rate) => {
        const exact = BigInt(quantity) * BigInt(rate)
        const amount = BigInt(multiplyRate(quantity, rate / 1_000_000)) * 1_000_000n
        const difference = amount > exact ? amount - exact : exact - amount
        expect(difference).toBeLessThanOrEqual(500_000n)
      }),
    )
  })
})

describe('the tally of hand-offs', () => {
  it('has one fee of the order and one of each parcel while any of their hand-offs lives, in any order of events', () => {
    const step = fc.record({ handOff: fc.integer({ min: 0, max: 5 }), isReversal: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let tally: HandOffTally = {}
        const held = new Map<string, number>()
        const add = (charges: readonly { per: string; parcel: string | null }[], by: number) => {
          for (const { per, parcel } of charges)
            if (per === 'order' || per === 'parcel') {
              const name = per === 'order' ? per : `parcel ${parcel}`
              held.set(name, (held.get(name) ?? 0) + by)
            }
        }
        for (const { handOff, isReversal } of steps) {
          const id = `hand-off-${handOff}`
          const shipmentId = `parcel-${handOff % 2}`
          const known = tally[id]
          if (isReversal && !known?.isReversed) {
            const after = reverseHandOff(tally, id, shipmentId)
            tally = after.tally
            add(
              after.takenBack.map(({ per }) => ({ per, parcel: shipmentId })),
              -1,
            )
          } else if (!isReversal && !known) {
            const { isFirst, hasParcel } = findUncharged(tally, shipmentId)
            const charges = [
              ...(isFirst ? [{ id: `order of ${id}`, per: 'order' as const }] : []),
              ...(hasParcel ? [{ id: `parcel of ${id}`, per: 'parcel' as const }] : []),
            ]
            add(
              charges.map(({ per }) => ({ per, parcel: shipmentId })),
              1,
            )
            tally = { ...tally, [id]: { shipmentId, isReversed: false, charges } }
          }
          const live = Object.values(tally).filter((each) => !each.isReversed)
          expect(held.get('order') ?? 0).toBe(live.length ? 1 : 0)
          for (const parcel of ['parcel-0', 'parcel-1'])
            expect(held.get(`parcel ${parcel}`) ?? 0).toBe(live.some((each) => each.shipmentId === parcel) ? 1 : 0)
        }
      }),
    )
  })
})
