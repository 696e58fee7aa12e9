import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aMember, type Member } from '../support/client.ts'
import { shuffled } from '../support/shuffle.ts'
import { anEvent, anOrigin, aParcel, listTasks, listTopics, record, SHIPMENTS } from './parcels.ts'

const read = async (member: Member, id: string) => (await member.get(`${SHIPMENTS}/${id}`)).body

describe('a parcel that a custodian reports', () => {
  it('becomes one shipment, however often and from how many workers it comes', async () => {
    const member = await aMember()
    const [origin, parcel] = [anOrigin(), aParcel({ events: [anEvent()] })]
    const made = await Promise.all([1, 2, 3].map(() => record(member, origin, parcel)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    const { id, rev } = made[0] as (typeof made)[number]
    expect((await record(member, origin, parcel)).rev).toBe(rev)
    expect(await listTopics(member, id)).toEqual(['created', 'in_transit'])
    expect(await listTasks('sales.shipments.publish', member.tenant)).toEqual([
      { tenant: member.tenant, shipmentId: id },
    ])
  })

  it('stays delivered when its transit is reported late', async () => {
    const member = await aMember()
    const [origin, parcel] = [anOrigin(), aParcel()]
    const delivered = anEvent({ state: 'delivered', occurredAt: '2026-03-04T09:00:00.000Z' })
    await record(member, origin, { ...parcel, events: [delivered] })
    const { id } = await record(member, origin, { ...parcel, events: [anEvent({ place: 'Hamburg' })] })
    expect(await read(member, id)).toMatchObject({
      status: 'delivered',
      deliveredAt: delivered.occurredAt,
      events: [{ state: 'in_transit', place: 'Hamburg' }, { state: 'delivered' }],
    })
    expect(await listTopics(member, id)).toEqual(['created', 'delivered'])
  })

  it('keeps its number when the same order gets a second parcel, and when a later report lacks it', async () => {
    const member = await aMember()
    const origin = anOrigin()
    const first = aParcel({ trackingNumber: 'A1', promisedBy: '2026-03-04', service: 'Paket' })
    const { id } = await record(member, origin, first)
    const second = await record(member, origin, aParcel({ trackingNumber: 'B2' }))
    expect(second.id).not.toBe(id)
    await record(member, origin, {
      ...first,
      ...{ carrier: null, trackingNumber: null, trackingUrl: null, promisedBy: null, service: null },
      handedOverAt: '2026-03-02T10:00:00Z',
    })
    expect(await read(member, id)).toMatchObject({
      ...{ trackingNumber: 'A1', carrier: 'DHL', promisedBy: '2026-03-04', service: 'Paket', status: 'scheduled' },
      trackingUrl: expect.stringContaining('A1'),
    })
    const { body } = await member.get(`${SHIPMENTS}?salesOrderId=${origin.salesOrderId}`)
    expect(body.member.map((each: { trackingNumber: string }) => each.trackingNumber)).toEqual(['B2', 'A1'])
  })

  it('is not confused with another carrier’s parcel that has the same number', async () => {
    const member = await aMember()
    const ups = await record(member, anOrigin(), aParcel({ carrier: 'UPS', trackingNumber: '4711' }))
    const delivered = [anEvent({ state: 'delivered' })]
    const gls = await record(member, anOrigin(), aParcel({ carrier: 'GLS', trackingNumber: '4711', events: delivered }))
    expect((await read(member, ups.id)).status).toBe('created')
    const { body } = await member.get(`${SHIPMENTS}?trackingNumber=4711`)
    expect(body.member.map(({ id, carrier }: { id: string; carrier: string }) => [id, carrier])).toEqual([
      [gls.id, 'GLS'],
      [ups.id, 'UPS'],
    ])
  })

  it('has another link when its number changes, and none that a browser must not open', async () => {
    const member = await aMember()
    const [origin, parcel] = [anOrigin(), aParcel({ carrier: 'UPS', trackingNumber: '1', trackingUrl: 'javascript:1' })]
    const { id, trackingUrl } = await record(member, origin, parcel)
    expect(trackingUrl).toBe('https://www.ups.com/track?tracknum=1')
    await record(member, origin, { ...parcel, trackingNumber: '2', carrier: null })
    expect((await read(member, id)).trackingUrl).toBe('https://www.ups.com/track?tracknum=2')
  })

  it('opens a return when it comes back, once', async () => {
    const member = await aMember()
    const [origin, parcel] = [anOrigin(), aParcel()]
    const { id: shipmentId } = await record(member, origin, parcel)
    for (const event of [
      anEvent({ flag: 'attempt_failed', state: null }),
      anEvent({ flag: 'returning', state: null }),
      anEvent({ state: 'refused' }),
    ])
      await record(member, origin, { ...parcel, events: [event] })
    expect(await listTasks('fulfilment.returns.open', member.tenant)).toMatchObject([
      { tenant: member.tenant, shipmentId },
    ])
    expect((await read(member, shipmentId)).flags).toEqual(['attempt_failed', 'returning'])
    expect(await listTopics(member, shipmentId)).toEqual(['created', 'refused'])
  })

  it('tells what happened in the events of its topics', async () => {
    const member = await aMember()
    const [origin, parcel] = [anOrigin(), aParcel()]
    const tell = (event: object) => record(member, origin, { ...parcel, events: [anEvent(event)] })
    const { id } = await tell({})
    await tell({ state: 'lost', occurredAt: '2026-03-05T08:00:00.000Z' })
    await tell({ state: 'damaged', description: 'The box is wet', occurredAt: '2026-03-06T08:00:00.000Z' })
    await tell({ state: null, flag: 'delayed', description: 'Held at customs' })
    const { readEvents } = await import('../support/events.ts')
    const data = Object.fromEntries((await readEvents(member.tenant)).map(({ topic, data }) => [topic, data]))
    expect(data).toMatchObject({
      'shipping.shipment.lost': { shipmentId: id, lastSeenAt: '2026-03-02T08:00:00.000Z' },
      'shipping.shipment.damaged': { description: 'The box is wet' },
      'shipping.shipment.delayed': { reason: 'Held at customs', estimatedDeliveryDate: null },
    })
  })

  it('is the same shipment, with each topic at most once, in whatever order its events come', async () => {
    const member = await aMember()
    const events = [
      anEvent({ sourceId: '1', state: 'scheduled', occurredAt: '2026-03-01T08:00:00.000Z' }),
      anEvent({ sourceId: '2', occurredAt: '2026-03-02T08:00:00.000Z' }),
      anEvent({ sourceId: '3', state: null, flag: 'delayed', occurredAt: '2026-03-02T09:00:00.000Z' }),
      anEvent({ sourceId: '4', state: 'out_for_delivery', occurredAt: '2026-03-03T08:00:00.000Z' }),
      anEvent({ sourceId: '5', state: 'delivered', occurredAt: '2026-03-03T11:00:00.000Z' }),
    ]
    const origin = anOrigin()
    const results = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const parcel = aParcel({ trackingNumber: 'same' })
        const came = [...shuffled(events, seed), ...shuffled(events, seed + 1).slice(0, 2)]
        let id = ''
        for (const event of came) id = (await record(member, origin, { ...parcel, events: [event] })).id
        const topics = await listTopics(member, id)
        expect(new Set(topics).size).toBe(topics.length)
        const { status, flags, deliveredAt, events: shown } = await read(member, id)
        results.add(JSON.stringify({ status, flags, deliveredAt, shown }))
      }),
      { numRuns: 8 },
    )
    expect(results.size).toBe(1)
  })
})
