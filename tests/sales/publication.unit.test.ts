import { describe, expect, it } from 'vitest'
import { computeNextAttempt, MAX_TRIES } from '../../lib/sales/runs/single-run.ts'
import {
  computeNumberWait,
  hasAllPieces,
  isLastParcel,
  isUpToDate,
  NEW_PUBLICATION,
  toParcel,
} from '../../lib/sales/shipments/publication.ts'
import type { StoredShipment } from '../../lib/shipping/shipments/shipment.ts'

const NOW = new Date('2026-03-02T12:00:00.000Z')
const line = (sku: string, quantity: number) => ({ sku, name: null, variantId: null, quantity })
const goods = (sku: string | null, quantity: number, fulfilledElsewhereQuantity = 0) => ({
  kind: 'goods' as const,
  ...{ sku, quantity, fulfilledElsewhereQuantity },
})

describe('the last parcel of an order', () => {
  const order = {
    lineItems: [goods('A', 2), goods('a', 1), goods(null, 1), { ...goods('EBOOK', 1), kind: 'digital' as const }],
  }
  const shipments = [
    { id: '1', lines: [line('A', 2)] },
    { id: '2', lines: [line('A', 1)] },
  ]
  const published = { ...NEW_PUBLICATION, status: 'published' as const }

  it('is the one with which all goods with a SKU have left and all others are shown', () => {
    const isLast = (parcels: object, isComplete = false, all = shipments) =>
      isLastParcel('2', { channelId: '', parcels: parcels as Record<string, typeof published>, isComplete }, order, all)
    expect(isLast({ 1: published })).toBe(true)
    expect(isLast({})).toBe(false)
    expect(isLast({ 1: { ...published, status: 'waiting' } })).toBe(false)
    expect(isLast({}, false, shipments.slice(1))).toBe(false)
    expect(isLast({}, true, shipments.slice(1))).toBe(true)
    expect(hasAllPieces(order.lineItems, shipments)).toBe(true)
    expect(hasAllPieces([goods('B', 1)], shipments)).toBe(false)
    expect(hasAllPieces([goods('A', 5, 2), goods('B', 1, 1)], shipments)).toBe(true)
  })
})

describe('the next attempt', () => {
  it('comes later each time, not before the shop allows it, and at last not at all', () => {
    const waitOf = (tries: number, after?: number) =>
      (computeNextAttempt(tries, after, NOW)?.getTime() ?? Number.NaN) - NOW.getTime()
    expect([1, 2, 3].map((tries) => waitOf(tries))).toEqual([60_000, 120_000, 240_000])
    expect(waitOf(19)).toBe(6 * 3_600_000)
    expect(waitOf(1, 600)).toBe(600_000)
    expect(computeNextAttempt(MAX_TRIES, undefined, NOW)).toBeUndefined()
  })

  it('is not made earlier, nor if the same was settled', () => {
    const waiting = { ...NEW_PUBLICATION, tries: 1, nextAttemptAt: '2026-03-02T12:00:01.000Z' }
    expect(isUpToDate(waiting, 'x', NOW)).toBe(true)
    expect(isUpToDate({ ...waiting, nextAttemptAt: NOW.toISOString() }, 'x', NOW)).toBe(false)
    expect(isUpToDate({ ...NEW_PUBLICATION, status: 'published', settled: 'x' }, 'x', NOW)).toBe(true)
    expect(isUpToDate({ ...NEW_PUBLICATION, status: 'published', settled: 'y' }, 'x', NOW)).toBe(false)
    expect(isUpToDate(undefined, 'x', NOW)).toBe(false)
  })
})

describe('a parcel without a tracking number', () => {
  it('waits for it an hour from its hand-over', () => {
    const handedOverAt = '2026-03-02T11:30:00.000Z'
    expect(computeNumberWait({ trackingNumber: null, handedOverAt }, NOW)).toEqual(new Date('2026-03-02T12:30:00.000Z'))
    expect(computeNumberWait({ trackingNumber: '1', handedOverAt }, NOW)).toBeUndefined()
    expect(computeNumberWait({ trackingNumber: null, handedOverAt: '2026-03-02T11:00:00.000Z' }, NOW)).toBeUndefined()
  })
})

it('names the day of the hand-over in the zone of the tenant, or of the record of a parcel without that time', () => {
  const shipment = { lines: [line('A', 1)], handedOverAt: '2026-03-31T22:30:00.000Z' } as unknown as StoredShipment
  expect(toParcel(shipment, 'Europe/Berlin').handedOverOn).toBe('2026-04-01')
  expect(toParcel(shipment, 'UTC').handedOverOn).toBe('2026-03-31')
  const unknown = { ...shipment, handedOverAt: null, createdAt: '2026-03-02T23:30:00.000Z' }
  expect(toParcel(unknown, 'Europe/Berlin')).toMatchObject({
    handedOverAt: '2026-03-02T23:30:00.000Z',
    handedOverOn: '2026-03-03',
  })
})
