import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TrackingEvent } from '../../lib/custodians/custodian-connector.ts'
import { followParcel, MAX_EVENTS, mergeEvents, NEW_PARCEL } from '../../lib/shipping/shipments/follow-parcel.ts'
import { SHIPMENT_MOVES } from '../../lib/shipping/shipments/shipment.ts'
import { TRACKING_FLAGS, TRACKING_STATES } from '../../schemas/shipping/tracking.ts'
import { shuffled } from '../support/shuffle.ts'

const event = (fields: Partial<TrackingEvent> = {}): TrackingEvent => ({
  sourceId: null,
  occurredAt: '2026-03-02T08:00:00.000Z',
  state: null,
  flag: null,
  description: null,
  place: null,
  ...fields,
})

const events = fc.array(
  fc.record({
    sourceId: fc.option(fc.nat(20).map(String)),
    occurredAt: fc.nat(1000).map((minute) => new Date(Date.UTC(2026, 2, 2, 8, minute)).toISOString()),
    state: fc.option(fc.constantFrom(...TRACKING_STATES)),
    flag: fc.option(fc.constantFrom(...TRACKING_FLAGS)),
    description: fc.option(fc.constantFrom('Out', 'In')),
    place: fc.option(fc.constantFrom('Hamburg', 'Berlin')),
  }),
  { maxLength: 25 },
)

/** Events of one source have one content for each id. */
const distinct = events.map((all) => [...new Map(all.map((each, i) => [each.sourceId ?? `none ${i}`, each])).values()])

const follow = (batches: readonly (readonly TrackingEvent[])[], handedOverAt: string | null = null) => {
  const entered: string[] = []
  let parcel = NEW_PARCEL
  for (const batch of batches) {
    const next = followParcel(parcel, { events: batch, handedOverAt })
    if (next.status !== parcel.status) entered.push(next.status)
    parcel = next
  }
  return { parcel, entered }
}

describe('a parcel', () => {
  it('is the same after the same events, in any order, in any batches and however often', () => {
    fc.assert(
      fc.property(distinct, fc.nat(), fc.integer({ min: 1, max: 5 }), fc.boolean(), (all, seed, size, left) => {
        const handedOverAt = left ? '2026-03-02T07:00:00.000Z' : null
        const mixed = [...shuffled(all, seed), ...shuffled(all, seed + 1).slice(0, 3)]
        const batches = Array.from({ length: Math.ceil(mixed.length / size) }, (_, i) =>
          mixed.slice(i * size, (i + 1) * size),
        )
        const whole = follow([all], handedOverAt)
        const inParts = follow(batches.length ? batches : [[]], handedOverAt)
        expect(inParts.parcel).toEqual(whole.parcel)
      }),
    )
  })

  it('enters a state only by a move of the table', () => {
    fc.assert(
      fc.property(distinct, (all) => {
        let parcel = NEW_PARCEL
        for (const each of all) {
          const next = followParcel(parcel, { events: [each] })
          const moves = Object.values(SHIPMENT_MOVES).filter(({ to }) => to === next.status)
          if (next.status !== parcel.status) expect(moves.flatMap(({ from }) => [...from])).toContain(parcel.status)
          parcel = next
        }
      }),
    )
  })

  it('stays delivered when it is said later that it was in transit before', () => {
    const delivered = event({ state: 'delivered', occurredAt: '2026-03-04T09:00:00.000Z' })
    const { parcel } = follow([[delivered], [event({ state: 'in_transit' })]])
    expect(parcel).toMatchObject({ status: 'delivered', deliveredAt: delivered.occurredAt })
    expect(parcel.events.map(({ state }) => state)).toEqual(['in_transit', 'delivered'])
  })

  it('that a carrier found again is delivered, and one that was refused is not, even if it reaches the sender', () => {
    const lost = event({ state: 'lost' })
    const delivered = event({ state: 'delivered' })
    expect(follow([[lost], [delivered]]).parcel.status).toBe('delivered')
    const refused = follow([[event({ state: 'refused' })], [delivered]]).parcel
    expect(refused).toMatchObject({ status: 'refused', deliveredAt: null })
  })

  it('is scheduled once it was handed over, and cancelled only before', () => {
    const cancelled = event({ state: 'cancelled' })
    expect(follow([[]], '2026-03-02T07:00:00Z').parcel).toMatchObject({
      status: 'scheduled',
      handedOverAt: '2026-03-02T07:00:00.000Z',
    })
    expect(follow([[event({ state: 'in_transit' })], [cancelled]]).parcel.status).toBe('in_transit')
    expect(follow([[cancelled], [event({ state: 'in_transit' })]]).parcel.status).toBe('in_transit')
  })

  it('keeps every event that tells a state or a flag when it has more than it can hold', () => {
    const scans = Array.from({ length: MAX_EVENTS + 20 }, (_, i) =>
      event({
        sourceId: String(i),
        occurredAt: new Date(Date.UTC(2026, 2, 3, 0, i)).toISOString(),
        description: 'Scan',
      }),
    )
    const kept = mergeEvents([event({ state: 'in_transit' })], scans)
    expect(kept).toHaveLength(MAX_EVENTS)
    expect(kept[0]?.state).toBe('in_transit')
    expect(kept.at(-1)?.sourceId).toBe(String(MAX_EVENTS + 19))
  })

  it('ignores events without a readable time, and shortens texts', () => {
    const merged = mergeEvents([], [event({ occurredAt: 'soon' }), event({ description: 'x'.repeat(900) })])
    expect(merged.map(({ description }) => description?.length)).toEqual([500])
  })
})
