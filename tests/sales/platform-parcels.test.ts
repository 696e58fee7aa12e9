import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { PLATFORMS } from '../connectors/platforms.ts'
import { isWrite } from '../connectors/servers/dock.ts'
import { sample } from '../connectors/servers/sample.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { ordersOf } from './orders.ts'
import { changeParcel, fulfilmentsOf, handOver, runTasks } from './parcels.ts'
import { later, simulating, syncing } from './sync.ts'

const HOUR_MS = 3_600_000

describe.each(Object.entries(PLATFORMS))('an order of %s', (type, start) => {
  /** The shop ships an order as a whole. */
  const isWhole = type === 'sylius'
  const isFinal = isWhole || type === 'vendure'
  let owner: Member
  let platform: Awaited<ReturnType<typeof start>>
  beforeEach(async () => {
    platform = await start()
    const { address, server } = platform
    const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
    // Requests to the address of the shop go to the server of this test.
    simulating({
      outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
    })
    owner = await aMember()
  })
  afterEach(() => platform.server.stop())
  afterAll(() => useApp(undefined))

  const anImportedOrder = async () => {
    const today = new Date().toISOString()
    platform.put(sample(1, { quantity: 3, placedAt: today, modifiedAt: today }))
    const { credentials, config: connectorConfig } = platform
    const channel = await aChannel(owner, { type, credentials, connectorConfig })
    await syncing(owner, channel)
    const [order] = (await ordersOf(owner, { channelId: channel.id })).orders
    return { id: order?.id as string, number: 'W-1', channelId: channel.id as string }
  }

  it('is shown with both numbers after two parcels left, and the answer of the platform agrees', async () => {
    const order = await anImportedOrder()
    const two = await handOver(owner, order, { 'TEA-1': 2 })
    await runTasks(owner)
    expect((await fulfilmentsOf(owner, order)).parcels).toMatchObject([{ status: isWhole ? 'skipped' : 'published' }])
    const one = await handOver(owner, order, { 'TEA-1': 1 })
    await runTasks(owner)
    const numbers = [two.trackingNumber, one.trackingNumber]
    const expected = isWhole ? [numbers.join(', ')] : numbers
    expect(platform.dock.shown(1).map(({ number }) => number)).toEqual(expected)
    const { fulfilments, parcels } = await fulfilmentsOf(owner, order)
    expect(fulfilments?.map(({ trackingNumber }) => trackingNumber)).toEqual(expected)
    expect(parcels.at(-1)).toMatchObject({ status: 'published', shipmentId: one.id })
  })

  it('shows a parcel without a number once although its worker died after the shop had it', async () => {
    const order = await anImportedOrder()
    const handedOverAt = new Date(Date.now() - 2 * HOUR_MS).toISOString()
    await handOver(owner, order, { 'TEA-1': isWhole ? 3 : 1 }, { trackingNumber: null, handedOverAt })
    await runTasks(owner, dyingAt(2, false)).catch(() => undefined)
    expect(platform.dock.shown(1)).toHaveLength(1)
    later(HOUR_MS / 10)
    await runTasks(owner)
    expect((await fulfilmentsOf(owner, order)).parcels).toMatchObject([{ status: 'published' }])
    later(-HOUR_MS / 10)
    expect(platform.dock.shown(1)).toHaveLength(1)
  })

  it('waits an hour for a number that the shop could not show later', async () => {
    const order = await anImportedOrder()
    const parcel = await handOver(owner, order, { 'TEA-1': 3 }, { trackingNumber: null })
    await runTasks(owner)
    const writes = () => platform.server.asked.filter(isWrite).length
    if (!isFinal) return expect(writes()).toBeGreaterThan(0)
    expect(writes()).toBe(0)
    expect((await fulfilmentsOf(owner, order)).parcels).toMatchObject([{ status: 'waiting', attempts: 0 }])
    later(HOUR_MS / 2)
    await changeParcel(owner, parcel, { trackingNumber: 'IN-TIME' })
    await runTasks(owner)
    expect(platform.dock.shown(1)).toMatchObject([{ number: 'IN-TIME' }])
    later(HOUR_MS)
    await runTasks(owner)
    later(-1.5 * HOUR_MS)
    expect(platform.dock.shown(1)).toMatchObject([{ number: 'IN-TIME' }])
  })
})
