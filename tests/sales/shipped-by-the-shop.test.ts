import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { PLATFORMS } from '../connectors/platforms.ts'
import { sample } from '../connectors/servers/sample.ts'
import {
  anInternal,
  aPolicy,
  ordersOf as fulfilmentOrdersOf,
  INCIDENTS,
  ORDERS,
  settled,
  statusOf,
  stocking,
  stockOf,
} from '../fulfilment/fulfilling.ts'
import { aChannel, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { downstreamOf } from './downstream.ts'
import { ordersOf } from './orders.ts'
import { runTasks } from './parcels.ts'
import { later, simulating, syncing } from './sync.ts'

const HOUR_MS = 3_600_000

describe.each(Object.entries(PLATFORMS))('an order of %s', (type, start) => {
  /** The shop ships an order as a whole. */
  const isWhole = type === 'sylius'
  let owner: Member
  let platform: Awaited<ReturnType<typeof start>>
  let channel: { id: string }
  let stock: { id: string }
  beforeEach(async () => {
    platform = await start()
    const { address, server } = platform
    const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
    simulating({
      outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
    })
    owner = await aMember()
    await aPolicy(owner)
    const { id: custodianId } = await anInternal(owner)
    const variant = await aVariant(owner, { sku: 'TEA-1' })
    stock = await stocking(owner, variant.id, custodianId, 10)
    const { credentials, config: connectorConfig } = platform
    channel = await aChannel(owner, { type, credentials, connectorConfig, syncSettings: { daysToLookBack: 365 } })
  })
  afterEach(() => platform.server.stop())
  afterAll(() => useApp(undefined))

  const put = () => {
    const placedAt = new Date(Date.now() - HOUR_MS).toISOString()
    platform.put(sample(1, { quantity: 3, placedAt, modifiedAt: placedAt }))
  }

  const read = async () => {
    await syncing(owner, channel)
    await settled()
    const [found] = (await ordersOf(owner, { channelId: channel.id })).orders
    return (await owner.get(`/api/sales/orders/${found?.id}`)).body
  }
  const openIncidents = async () => (await owner.get(`${INCIDENTS}?status=open`)).body.member
  const handOver = async (orderId: string, quantity?: number, trackingNumber: string | null = 'TN1') => {
    const open = (await fulfilmentOrdersOf(owner, orderId)).find(
      ({ status }: { status: string }) => status === 'open' || status === 'in_progress',
    )
    const lines = quantity ? { lines: [{ lineId: open?.lines[0].id, quantity }] } : {}
    // Long ago, so that no shop waits for a number.
    const handedOverAt = new Date(Date.now() - 2 * HOUR_MS).toISOString()
    return await owner.post(`${ORDERS}/${open?.id}/hand-over`, {
      parcels: [{ trackingNumber, ...lines }],
      handedOverAt,
    })
  }

  it('that staff shipped before it was read has nothing to send, and counts as sold', async () => {
    put()
    platform.dock.fulfil(1, 3, 'STAFF')
    const order = await read()
    expect(order).toMatchObject({ status: 'accepted', fulfilmentStatus: 'fulfilled' })
    expect(order.lineItems[0]).toMatchObject({ quantity: 3, fulfilledElsewhereQuantity: 3 })
    expect(await fulfilmentOrdersOf(owner, order.id)).toEqual([])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 0 })
    expect(await downstreamOf(owner, channel.id, order.id)).toMatchObject({ isUnbilled: true })
    expect(await openIncidents()).toEqual([])
  })

  it('that staff ships later is not sent from here any more, and people hear of it if somebody has begun', async () => {
    put()
    const order = await read()
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 3 })
    const [{ id }] = await fulfilmentOrdersOf(owner, order.id)
    await owner.post(`${ORDERS}/${id}/start`)
    platform.dock.fulfil(1, 3, 'STAFF')
    await read()
    expect(await fulfilmentOrdersOf(owner, order.id)).toMatchObject([{ id, status: 'cancelled' }])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 0 })
    expect((await handOver(order.id)).status).not.toBe(200)
    expect(await openIncidents()).toMatchObject([{ reason: 'order_changed', fulfilmentOrderId: id }])
  })

  it('of which staff ships one piece keeps the others', async () => {
    if (isWhole) return
    put()
    const order = await read()
    platform.dock.fulfil(1, 1, 'STAFF')
    await read()
    const [fulfilmentOrder] = await fulfilmentOrdersOf(owner, order.id)
    expect(fulfilmentOrder).toMatchObject({ status: 'open', lines: [{ ordered: 3, cancelled: 1 }] })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 2 })
    expect(await openIncidents()).toEqual([])
    expect((await handOver(order.id)).status).toBe(200)
    await runTasks(owner)
    expect(platform.dock.shown(1).map(({ pieces }) => pieces)).toEqual([1, 2])
    expect(await read()).toMatchObject({
      fulfilmentStatus: 'fulfilled',
      lineItems: [{ fulfilledElsewhereQuantity: 1 }],
    })
  })

  it('does not take our own parcels for those of somebody else, although the answer of the shop is lost', async () => {
    put()
    const order = await read()
    const handedOver = await handOver(order.id, isWhole ? undefined : 1)
    expect(handedOver.status, JSON.stringify(handedOver.body)).toBe(200)
    await runTasks(owner, dyingAt(2, false)).catch(() => undefined)
    expect(platform.dock.shown(1)).toHaveLength(1)
    const during = await read()
    expect(during.lineItems[0]).toMatchObject({ quantity: 3, fulfilledElsewhereQuantity: 0 })
    later(HOUR_MS / 10)
    await runTasks(owner)
    const after = await read()
    later(-HOUR_MS / 10)
    expect(after.lineItems[0]).toMatchObject({ fulfilledElsewhereQuantity: 0 })
    expect(await stockOf(owner, stock.id)).toEqual(isWhole ? { onHand: 7, reserved: 0 } : { onHand: 9, reserved: 2 })
    expect(await statusOf(owner, order.id)).toBe(isWhole ? 'fulfilled' : 'partially_fulfilled')
  })

  it('tells parcels without a number by their pieces while the answer of the shop is missing', async () => {
    if (isWhole) return
    put()
    const order = await read()
    await handOver(order.id, 1, null)
    await runTasks(owner, dyingAt(2, false)).catch(() => undefined)
    expect(platform.dock.shown(1)).toHaveLength(1)
    const during = await read()
    expect(during.lineItems[0]).toMatchObject({ fulfilledElsewhereQuantity: 0 })
    platform.dock.fulfil(1, 1, null)
    const after = await read()
    expect(after.lineItems[0]).toMatchObject({ fulfilledElsewhereQuantity: 1 })
  })
})
