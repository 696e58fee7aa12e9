import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { recordTrackedParcel } from '../../lib/shipping/shipments/record-tracked-parcel.ts'
import { follow } from '../custodians/world.ts'
import { aPolicy } from '../fulfilment/fulfilling.ts'
import { aShipment, inUnitOf, listTopics, SHIPMENTS } from '../shipping/parcels.ts'
import { aCustodian } from '../support/builders.ts'
import { aMember, type Member, send } from '../support/client.ts'
import { shuffled } from '../support/shuffle.ts'
import { anAccepted, aToldParcel, pageOf, shipmentsOf } from './telling.ts'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const at = (day: number) => `2026-11-${day}T08:00:00Z`
const read = async ({ id }: { id: string }) => (await owner.get(`${SHIPMENTS}/${id}`)).body

const report = async ({ id }: { id: string }, events: readonly object[]) => {
  for (const event of events) {
    const { status, body } = await owner.post(`${SHIPMENTS}/${id}/events`, event)
    expect(status, JSON.stringify(body)).toBe(200)
  }
}

const RETURNED = [
  { state: 'in_transit', occurredAt: at(20) },
  { flag: 'attempt_failed', occurredAt: at(21) },
  { flag: 'returning', occurredAt: at(22) },
  { state: 'in_transit', occurredAt: at(23) },
  { state: 'delivered', occurredAt: at(24), description: 'Delivered to the sender' },
]

describe('a parcel that comes back to its sender', () => {
  it('is returned and was never delivered: not to the buyer, nor to the receivers of events', async () => {
    const shipment = await aShipment(owner)
    await report(shipment, RETURNED)
    expect(await read(shipment)).toMatchObject({ status: 'returned', deliveredAt: null, proofOfDelivery: null })
    expect(await listTopics(owner, shipment.id)).not.toContain('delivered')
    const page = await pageOf(await read(shipment))
    expect(page).toContain('Back at the sender')
    expect(page).not.toMatch(/Delivered on|Delivered Nov/)
  })

  it('is told by a tracker in the same way', async () => {
    const secret = 'the-secret-of-the-webhooks'
    const connectionConfig = { publicKey: 'any', secretKey: 'key', integrationId: 'easypost', webhookSecret: secret }
    const enabledCapabilities = ['label_generation', 'webhook_receipt']
    const { id } = await aCustodian(owner, { type: 'shipping_api', enabledCapabilities, connectionConfig })
    const shipment = await aShipment(owner, { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' })
    const details = [
      { status: 'in_transit', datetime: at(20) },
      { status: 'return_to_sender', status_detail: 'return', datetime: at(22) },
      { status: 'delivered', datetime: at(24) },
    ]
    const body = JSON.stringify({
      ...{ id: 'evt_1', description: 'tracker.updated' },
      result: { tracking_code: shipment.trackingNumber, carrier: 'UPS', signed_by: 'Depot', tracking_details: details },
    })
    const signature = `hmac-sha256-hex=${createHmac('sha256', secret).update(body).digest('hex')}`
    await send('POST', `/hooks/custodians/${id}`, { body, headers: { 'x-hmac-signature': signature } })
    await follow(owner)
    expect(await read(shipment)).toMatchObject({ status: 'returned', deliveredAt: null, proofOfDelivery: null })
  })

  it('opens a return, which stays, and is asked for no more', async () => {
    await aPolicy(owner)
    const { reference, order, warehouse, variant } = await anAccepted(owner, 1)
    const events = RETURNED.map(({ description: _, ...event }) => event)
    await warehouse.tells(reference, { parcels: [aToldParcel('r1', { [variant.sku]: 1 }, { events })] })
    const [shipment] = await shipmentsOf(owner, order.id)
    expect(shipment.status).toBe('returned')
    const { body } = await owner.get('/api/fulfilment/returns')
    expect(body.member).toMatchObject([{ status: 'authorized' }])
  })

  it('that was delivered before it turned back stays delivered', async () => {
    const shipment = await aShipment(owner)
    await report(shipment, [
      { state: 'delivered', occurredAt: at(20), signedBy: 'A. Lovelace' },
      { flag: 'returning', occurredAt: at(22) },
      { state: 'delivered', occurredAt: at(24) },
    ])
    expect(await read(shipment)).toMatchObject({
      ...{ status: 'delivered', deliveredAt: '2026-11-20T08:00:00.000Z' },
      proofOfDelivery: { signedBy: 'A. Lovelace' },
    })
  })

  it('does not tell its buyer that it is out for delivery on the way back', async () => {
    const shipment = await aShipment(owner)
    await report(shipment, [
      { state: 'in_transit', occurredAt: at(20) },
      { flag: 'returning', occurredAt: at(22) },
      { state: 'out_for_delivery', occurredAt: at(23) },
    ])
    expect(await read(shipment)).toMatchObject({ status: 'in_transit' })
    expect(await listTopics(owner, shipment.id)).toEqual(['created', 'in_transit'])
    expect(await pageOf(await read(shipment))).not.toContain('Out for delivery')
  })
})

describe('a lost parcel that is seen again', () => {
  const LOST = [
    { state: 'in_transit', occurredAt: at(20) },
    { state: 'lost', occurredAt: at(21) },
    { state: 'out_for_delivery', occurredAt: at(22) },
  ]

  it('moves again, for the buyer and for whoever was told that it was lost', async () => {
    const shipment = await aShipment(owner)
    await report(shipment, LOST)
    expect(await read(shipment)).toMatchObject({ status: 'out_for_delivery' })
    expect(await listTopics(owner, shipment.id)).toEqual(['created', 'in_transit', 'lost', 'out_for_delivery'])
    const page = await pageOf(await read(shipment))
    expect(page).toMatch(/Out for delivery.*What happened/)
    await report(shipment, [{ state: 'lost', occurredAt: at(23) }])
    expect(await read(shipment)).toMatchObject({ status: 'lost' })
  })

  it('is found by its number, also if only its carrier tells of it', async () => {
    const shipment = await aShipment(owner, { trackingNumber: '00340555' })
    const tell = (event: { state: 'lost' | 'in_transit'; occurredAt: string }) =>
      inUnitOf(owner, (unit) =>
        recordTrackedParcel(app().db, unit, 'any', {
          ...{ remoteId: null, carrier: 'DHL', trackingNumber: '00340555', trackingUrl: null, promisedBy: null },
          ...{ signedBy: null, events: [{ sourceId: null, flag: null, description: null, place: null, ...event }] },
        }),
      )
    await tell({ state: 'lost', occurredAt: at(21) })
    await tell({ state: 'in_transit', occurredAt: at(22) })
    expect(await read(shipment)).toMatchObject({ status: 'in_transit' })
  })
})

describe('states that turn', () => {
  it('are the same in whatever order their events arrive, however often', async () => {
    const stories = [
      RETURNED,
      [
        { state: 'in_transit', occurredAt: at(20) },
        { state: 'lost', occurredAt: at(21) },
        { state: 'in_transit', occurredAt: at(22) },
        { state: 'lost', occurredAt: at(23) },
        { state: 'out_for_delivery', occurredAt: at(24) },
      ],
      [
        { state: 'out_for_delivery', occurredAt: at(20) },
        { state: 'lost', occurredAt: at(21) },
        { flag: 'returning', occurredAt: at(22) },
        { state: 'delivered', occurredAt: at(23) },
      ],
      [
        { state: 'delivered', occurredAt: at(20) },
        { flag: 'returning', occurredAt: at(21) },
        { state: 'delivered', occurredAt: at(22) },
      ],
    ]
    const ends = await Promise.all(
      stories.map(async (events) => {
        const results = new Set<string>()
        await fc.assert(
          fc.asyncProperty(fc.nat(), async (seed) => {
            const shipment = await aShipment(owner)
            await report(shipment, [...shuffled(events, seed), ...shuffled(events, seed + 1).slice(0, 2)])
            const { status, flags, deliveredAt } = await read(shipment)
            results.add(JSON.stringify([status, flags, deliveredAt]))
          }),
          { numRuns: 6 },
        )
        return [...results].map((text) => JSON.parse(text))
      }),
    )
    expect(ends).toEqual([
      [['returned', ['attempt_failed', 'returning'], null]],
      [['out_for_delivery', [], null]],
      [['returned', ['returning'], null]],
      [['delivered', ['returning'], '2026-11-20T08:00:00.000Z']],
    ])
  })
})
