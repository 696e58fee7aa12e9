import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handler } from '../../functions/shipping/every-quarter-hour-mark-delayed.ts'
import { app } from '../../lib/platform/app/app.ts'
import { aMember, type Member } from '../support/client.ts'
import { aShipment, listTopics, SHIPMENTS } from './parcels.ts'

const { clock } = app()
afterEach(() => {
  app().clock = clock
})

/** Runs the schedule at the given time. */
const runAt = async (moment: string) => {
  app().clock = () => new Date(moment)
  await handler({})
  app().clock = clock
}

let member: Member
beforeEach(async () => {
  member = await aMember()
})

/** The year after next, so that no other run finds the shipments. */
const year = new Date().getUTCFullYear() + 2
const promised = (countryCode: string, promisedBy = `${year}-03-04`) =>
  aShipment(member, { promisedBy, deliveryAddress: { countryCode } })
const readFlags = async (id: string) => (await member.get(`${SHIPMENTS}/${id}`)).body.flags

describe('a shipment', () => {
  it('is delayed only after the promised day is over where it goes, and once', async () => {
    const [here, there] = [await promised('JP'), await promised('US', `${year}-03-04T00:00:00Z`)]
    await runAt(`${year}-03-04T14:59:00Z`)
    expect(await readFlags(here.id)).toEqual([])
    await runAt(`${year}-03-04T15:00:00Z`)
    expect([await readFlags(here.id), await readFlags(there.id)]).toEqual([['delayed'], []])
    for (const time of ['09:59', '10:00', '12:00']) await runAt(`${year}-03-05T${time}:00Z`)
    for (const { id } of [here, there]) {
      expect(await readFlags(id)).toEqual(['delayed'])
      expect(await listTopics(member, id)).toEqual(['created', 'delayed'])
    }
  })

  it('is not delayed if it arrived in time, or if its promise was moved', async () => {
    const [arrived, moved] = [await promised('DE'), await promised('DE')]
    await member.post(`${SHIPMENTS}/${arrived.id}/events`, { state: 'delivered' })
    await member.patch(`${SHIPMENTS}/${moved.id}`, { promisedBy: `${year}-03-06` })
    await runAt(`${year}-03-06T12:00:00Z`)
    expect([await readFlags(arrived.id), await readFlags(moved.id)]).toEqual([[], []])
    await runAt(`${year}-03-07T00:00:00Z`)
    expect(await readFlags(moved.id)).toEqual(['delayed'])
  })

  it('is delayed once when two runs find it at the same time', async () => {
    const { id } = await promised('DE')
    app().clock = () => new Date(`${year}-03-09T00:00:00Z`)
    await Promise.all([handler({}), handler({})])
    expect(await listTopics(member, id)).toEqual(['created', 'delayed'])
  })
})
