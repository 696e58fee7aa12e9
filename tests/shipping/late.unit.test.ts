import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_ADDRESS } from '../../lib/platform/addresses/empty-address.ts'
import { getLateFrom, getPromisedDay, scheduleDelay } from '../../lib/shipping/shipments/schedule-delay.ts'

const to = (countryCode: string | null, promisedBy: string | null) => ({
  promisedBy,
  deliveryAddress: countryCode === null ? null : { ...EMPTY_ADDRESS, countryCode },
})
const lateFrom = (countryCode: string | null, promisedBy: string | null) =>
  getLateFrom(to(countryCode, promisedBy))?.toISOString()

describe('a parcel is late', () => {
  it('only after the promised day has ended in the destination', () => {
    expect(lateFrom('DE', '2026-03-04')).toBe('2026-03-04T23:00:00.000Z')
    expect(lateFrom('JP', '2026-03-04')).toBe('2026-03-04T15:00:00.000Z')
    expect(lateFrom('DE', '2026-07-04')).toBe('2026-07-04T22:00:00.000Z')
  })

  it('only after that day for a promised time, too', () => {
    expect(lateFrom('DE', '2026-03-04T11:00:00.000Z')).toBe('2026-03-04T23:00:00.000Z')
    expect(lateFrom('DE', '2026-03-04T23:30:00.000Z')).toBe('2026-03-05T23:00:00.000Z')
  })

  it('as for a day if the time is midnight in UTC, which means a day', () => {
    for (const midnight of ['2026-03-04T00:00:00Z', '2026-03-04T00:00:00.000Z', '2026-03-04T00:00:00+00:00'])
      expect(lateFrom('US', midnight)).toBe('2026-03-05T10:00:00.000Z')
    expect(getPromisedDay(to('US', '2026-03-04T00:00:00Z'))).toBe('2026-03-04')
  })

  it('in the last zone of the country, and of the world if the country is not known', () => {
    expect(lateFrom('US', '2026-03-04')).toBe('2026-03-05T10:00:00.000Z')
    for (const unknown of [null, 'ZZ', 'xx']) expect(lateFrom(unknown, '2026-03-04')).toBe('2026-03-05T12:00:00.000Z')
  })

  it('never without a promise that can be read', () => {
    expect([lateFrom('DE', null), lateFrom('DE', 'next week')]).toEqual([undefined, undefined])
    expect(getPromisedDay(to('DE', 'next week'))).toBeNull()
  })

  it('never before the end of that day anywhere in the country', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('DE', 'US', 'AU', 'BR', 'NZ', 'KI', 'IN', 'CL'),
        fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        (country, date) => {
          const day = date.toISOString().slice(0, 10)
          const at = getLateFrom(to(country, day)) as Date
          expect(at.getTime()).toBeGreaterThan(Date.parse(day) + 8 * 3600_000)
          expect(at.getTime()).toBeLessThanOrEqual(Date.parse(day) + 38 * 3600_000)
        },
      ),
    )
  })
})

describe('a delay', () => {
  const parcel = { id: '01K9ZB4A7M2C5X8V1B6N3Q0W4E', flags: [], ...to('DE', '2026-03-04') }

  it('is awaited while the parcel is on its way and not known to be late', () => {
    expect(scheduleDelay({ ...parcel, status: 'in_transit' }).dueSk).toBe(`2026-03-04T23:00:00.000Z#${parcel.id}`)
    expect(scheduleDelay({ ...parcel, status: 'delivered' }).duePk).toBeUndefined()
    expect(scheduleDelay({ ...parcel, status: 'created', flags: ['delayed'] }).duePk).toBeUndefined()
  })
})
