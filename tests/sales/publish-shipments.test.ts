import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { simulator } from '../../lib/connectors/simulator/simulator.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { readEvents } from '../support/events.ts'
import { aHookedChannel, anOrder } from './hooks.ts'
import { aManualChannel, aRow, importing, ordersOf } from './orders.ts'
import { changeParcel, fulfilmentsOf, handOver, openTasks, runTasks } from './parcels.ts'
import { duringFirstCall, later, recordsOf, runsOf, simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'
const MINUTE_MS = 60_000

let owner: Member
beforeAll(() => simulating())
afterAll(() => useApp(undefined))
beforeEach(async () => {
  owner = await aMember()
})

type Channel = Awaited<ReturnType<typeof aHookedChannel>>

/** An accepted order of three pieces of tea and one pot, from a simulated shop. */
const anAcceptedOrder = async (channel: Channel, fields: object = {}) => {
  const lines = [
    { sku: 'TEA', name: 'Tea', quantity: 3, price: '10.00' },
    { sku: 'POT', name: 'Pot', quantity: 1, price: '20.00' },
  ]
  const order = anOrder({ lines, ...fields })
  expect((await channel.tell(order)).status).toBe(202)
  await channel.follow()
  const { orders } = await ordersOf(owner, { channelId: channel.id })
  const found = orders.find(({ externalOrderId }) => externalOrderId === order.id)
  return { id: found?.id as string, number: order.id, channelId: channel.id }
}

const configure = async (channel: Channel, connectorConfig: Record<string, string>) => {
  const { status, body } = await owner.patch(`${CHANNELS}/${channel.id}`, { connectorConfig })
  expect(status, JSON.stringify(body)).toBe(200)
}

const anOrderOfShop = async () => {
  const channel = await aHookedChannel(owner)
  return { channel, order: await anAcceptedOrder(channel) }
}

const countSyncs = async ({ id }: { id: string }) => {
  const { totalSyncs, successfulSyncs, failedSyncs } = (await owner.get(`${CHANNELS}/${id}/analytics`)).body
  return { totalSyncs, successfulSyncs, failedSyncs }
}

describe('a parcel that was handed over', () => {
  it('is shown in the shop with its tracking number, and its sync run says so', async () => {
    const { channel, order } = await anOrderOfShop()
    const parcel = await handOver(owner, order, { TEA: 3, POT: 1 })
    await runTasks(owner)
    const { supported, fulfilments, parcels } = await fulfilmentsOf(owner, order)
    expect(supported).toBe(true)
    expect(fulfilments).toEqual([
      {
        externalId: expect.any(String),
        carrier: 'DHL',
        trackingNumber: parcel.trackingNumber,
        trackingUrl: null,
        lines: [
          { sku: 'TEA', quantity: 3 },
          { sku: 'POT', quantity: 1 },
        ],
      },
    ])
    expect(parcels).toEqual([
      {
        shipmentId: parcel.id,
        status: 'published',
        externalIds: [fulfilments?.[0]?.externalId],
        trackingNumber: parcel.trackingNumber,
        attempts: 0,
        nextAttemptAt: null,
        errorCode: null,
        message: null,
        publishedAt: expect.any(String),
        syncRunId: null,
      },
    ])
    const [run, ...others] = await runsOf(owner, channel)
    expect(others).toEqual([])
    expect(run).toMatchObject({ type: 'fulfilments', status: 'success', itemsSynced: 1, itemsPending: 0 })
    expect(await countSyncs(channel)).toEqual({ totalSyncs: 1, successfulSyncs: 1, failedSyncs: 0 })
    expect((await owner.get(`${CHANNELS}/${channel.id}`)).body.lastSyncAt).toBe(run.completedAt)
    expect((await recordsOf(owner, channel, run)).member).toMatchObject([
      {
        kind: 'shipment',
        action: 'created',
        label: order.number,
        resourceUri: `commerce:///shipping/shipments/${parcel.id}`,
        changes: [{ field: 'trackingNumber', from: null, to: parcel.trackingNumber }],
      },
    ])
  })

  it('is shown two of three first and then the rest', async () => {
    const { order } = await anOrderOfShop()
    const first = await handOver(owner, order, { TEA: 2 })
    await runTasks(owner)
    const second = await handOver(owner, order, { TEA: 1, POT: 1 })
    await runTasks(owner)
    const { fulfilments } = await fulfilmentsOf(owner, order)
    const shown = fulfilments?.map(({ trackingNumber, lines }) => [
      trackingNumber,
      lines.map(({ quantity }) => quantity),
    ])
    expect(shown?.toSorted()).toEqual(
      [
        [first.trackingNumber, [2]],
        [second.trackingNumber, [1, 1]],
      ].toSorted(),
    )
  })

  it('is not doubled if its task runs again or is written again', async () => {
    const { channel, order } = await anOrderOfShop()
    const parcel = await handOver(owner, order, { TEA: 1 })
    const [task] = await openTasks(owner)
    for (const _ of [1, 2]) await runTask(app(), task as never, app().clock(), createLog({}))
    await changeParcel(owner, parcel, {})
    await runTasks(owner)
    expect((await fulfilmentsOf(owner, order)).fulfilments).toHaveLength(1)
    expect(await runsOf(owner, channel)).toHaveLength(1)
  })

  it('gets a number that comes or changes later', async () => {
    const { channel, order } = await anOrderOfShop()
    const parcel = await handOver(owner, order, { TEA: 1 }, { trackingNumber: null })
    await runTasks(owner)
    for (const trackingNumber of ['N-1', 'N-2']) {
      await changeParcel(owner, parcel, { trackingNumber })
      await runTasks(owner)
      expect((await fulfilmentsOf(owner, order)).fulfilments).toMatchObject([{ trackingNumber }])
    }
    const [run] = await runsOf(owner, channel)
    expect((await recordsOf(owner, channel, run)).member).toMatchObject([
      { action: 'updated', changes: [{ field: 'trackingNumber', from: 'N-1', to: 'N-2' }] },
    ])
  })

  it('concerns no shop before it left, without an order, or on a channel without a shop', async () => {
    const { channel, order } = await anOrderOfShop()
    await handOver(owner, order, { TEA: 1 }, { handedOverAt: null })
    await handOver(owner, order, { TEA: 1 }, { status: 'cancelled' })
    await handOver(owner, order, { TEA: 1 }, { salesOrderId: null })
    const manual = await aManualChannel(owner)
    await importing(owner, manual.id, [aRow()])
    const [other] = (await ordersOf(owner, { channelId: manual.id })).orders
    const imported = { id: other?.id as string, number: '1', channelId: manual.id }
    await handOver(owner, imported, { TEA: 1 })
    await runTasks(owner)
    expect(await fulfilmentsOf(owner, order)).toMatchObject({ fulfilments: [], parcels: [] })
    const nothing = { id: imported.id, channelId: manual.id, supported: false, fulfilments: null, parcels: [] }
    expect(await fulfilmentsOf(owner, imported)).toMatchObject(nothing)
    expect(await runsOf(owner, channel)).toEqual([])
  })

  it('is found in the shop although the answer to the writing was lost', async () => {
    const { channel, order } = await anOrderOfShop()
    await configure(channel, { lost_percent: '100' })
    await handOver(owner, order, { TEA: 1 }, { trackingNumber: null })
    await runTasks(owner)
    await configure(channel, {})
    const [waiting] = (await fulfilmentsOf(owner, order)).parcels
    expect(waiting).toMatchObject({ status: 'waiting', attempts: 1, errorCode: 'STORE_UNAVAILABLE' })
    expect(await runsOf(owner, channel)).toMatchObject([{ status: null, itemsPending: 1 }])
    later(2 * MINUTE_MS)
    await runTasks(owner)
    const { fulfilments, parcels } = await fulfilmentsOf(owner, order)
    expect(fulfilments).toHaveLength(1)
    expect(parcels).toMatchObject([{ status: 'published', attempts: 0, errorCode: null, syncRunId: null }])
    expect(await runsOf(owner, channel)).toMatchObject([{ status: 'success', itemsPending: 0, errorCode: null }])
  })

  it.each([1, 2, 3, 4].flatMap((at) => [false, true].map((after) => [at, after] as const)))(
    'is shown once if its worker dies at transaction %i, after writing it: %s',
    async (at, after) => {
      const { channel, order } = await anOrderOfShop()
      await handOver(owner, order, { TEA: 1 }, { trackingNumber: null })
      await runTasks(owner, dyingAt(at, after)).catch(() => undefined)
      // The lease of the dead worker has to end.
      for (let round = 0; round < 4; round++) {
        later(3 * MINUTE_MS)
        await runTasks(owner)
      }
      expect((await fulfilmentsOf(owner, order)).fulfilments).toHaveLength(1)
      expect((await fulfilmentsOf(owner, order)).parcels).toMatchObject([{ status: 'published' }])
      expect(await runsOf(owner, channel)).toMatchObject([{ status: 'success' }])
      expect(await openTasks(owner)).toEqual([])
    },
  )

  it('is written by one worker at a time, so that two never fulfil the same pieces', async () => {
    const { order } = await anOrderOfShop()
    const parcels = [await handOver(owner, order, { TEA: 2 }), await handOver(owner, order, { TEA: 1, POT: 1 })]
    const tasks = await openTasks(owner)
    const work = () => tasks.map((task) => runTask(app(), task, app().clock(), createLog({})))
    await Promise.all([...work(), ...work()])
    // Each worker publishes what others could not because of its lease, so no parcel waits for the next minute.
    const { fulfilments } = await fulfilmentsOf(owner, order)
    expect(fulfilments?.map(({ trackingNumber }) => trackingNumber).toSorted()).toEqual(
      parcels.map(({ trackingNumber }) => trackingNumber).toSorted(),
    )
  })
})

describe('a shop that fails', () => {
  it('is asked again later and later, until the parcel is given up after about three days and people are told', async () => {
    const { channel, order } = await anOrderOfShop()
    await configure(channel, { fail_percent: '100' })
    await handOver(owner, order, { TEA: 1 })
    const begun = app().clock().getTime()
    let attempts = 0
    for (let tasks = await openTasks(owner); tasks.length; tasks = await openTasks(owner)) {
      expect(++attempts).toBeLessThan(30)
      const at = Math.max(...tasks.map(({ notBefore }) => Date.parse(String(notBefore ?? 0)) || 0))
      later(Math.max(0, at - app().clock().getTime() + 1))
      await runTasks(owner)
    }
    const days = (app().clock().getTime() - begun) / 86_400_000
    expect(attempts).toBe(20)
    expect(days).toBeGreaterThan(2)
    expect(days).toBeLessThan(4)
    // Back to a time at which the owner is still signed in, but after the first run, which the next one must follow.
    later(begun + 5 * 60_000 - app().clock().getTime())
    const [run, ...others] = await runsOf(owner, channel)
    expect(others).toEqual([])
    expect(run).toMatchObject({ status: 'failed', errorCode: 'UPSTREAM_ERROR', itemsFailed: 1, itemsPending: 0 })
    expect(await countSyncs(channel)).toMatchObject({ totalSyncs: 0 })
    const told = (await readEvents(owner.tenant)).filter(({ topic }) => topic === 'sales.channel.sync_failed')
    expect(told).toHaveLength(1)

    await configure(channel, {})
    expect((await owner.post(`${CHANNELS}/${channel.id}/sync-runs/${run.id}/retry`)).status).toBe(202)
    await runTasks(owner)
    expect((await fulfilmentsOf(owner, order)).fulfilments).toHaveLength(1)
    const [again] = await runsOf(owner, channel)
    expect(again).toMatchObject({ status: 'success', itemsSynced: 1 })
    const refused = await owner.post(`${CHANNELS}/${channel.id}/sync-runs/${again.id}/retry`)
    expect(refused.body).toMatchObject({ status: 409, errorCode: 'OPERATION_NOT_ALLOWED' })
  })

  it('makes reading its fulfilments a 502', async () => {
    const { channel, order } = await anOrderOfShop()
    await configure(channel, { fail_percent: '100' })
    const { body } = await owner.get(`/api/sales/orders/${order.id}/fulfilments`)
    expect(body).toMatchObject({ status: 502, errorCode: 'UPSTREAM_FAILED' })
  })

  it('that refuses a parcel is not asked again', async () => {
    const channel = await aHookedChannel(owner)
    const order = await anAcceptedOrder(channel)
    await channel.tell(anOrder({ id: order.number, status: 'cancelled', modifiedAt: '2026-03-02T10:00:00.000Z' }))
    await channel.follow()
    await handOver(owner, order, { TEA: 1 })
    await runTasks(owner)
    expect(await runsOf(owner, channel)).toMatchObject([{ status: 'failed', errorCode: 'REFUSED', itemsFailed: 1 }])
    expect(await openTasks(owner)).toEqual([])
    expect(await countSyncs(channel)).toEqual({ totalSyncs: 1, successfulSyncs: 0, failedSyncs: 1 })
  })
})

describe('a parcel on a channel that cannot be used', () => {
  it('is kept while the channel is paused, and published when it resumes', async () => {
    const { channel, order } = await anOrderOfShop()
    await channel.move('pause')
    await handOver(owner, order, { TEA: 1 })
    await runTasks(owner)
    expect(await openTasks(owner)).toEqual([])
    expect(await fulfilmentsOf(owner, order)).toMatchObject({ fulfilments: [], parcels: [{ status: 'held' }] })
    await channel.move('resume')
    await runTasks(owner)
    expect(await fulfilmentsOf(owner, order)).toMatchObject({ fulfilments: [{}], parcels: [{ status: 'published' }] })
  })

  it('is published if the channel resumes while the parcel is being kept', async () => {
    const { channel, order } = await anOrderOfShop()
    await channel.move('pause')
    await handOver(owner, order, { TEA: 1 })
    const { db } = app()
    let isResumed = false
    const transact: typeof db.transact = async (...given) => {
      if (!isResumed) {
        isResumed = true
        await channel.move('resume')
        for (const task of (await openTasks(owner)).filter((each) => each.task === 'sales.shipments.release'))
          await runTask({ ...app(), db }, task, app().clock(), createLog({}))
      }
      return await db.transact(...given)
    }
    await runTasks(owner, { ...app(), db: { ...db, transact } })
    expect(await fulfilmentsOf(owner, order)).toMatchObject({ fulfilments: [{}], parcels: [{ status: 'published' }] })
  })

  it('is recorded as failed once the channel is disconnected', async () => {
    const { channel, order } = await anOrderOfShop()
    await channel.move('pause')
    await handOver(owner, order, { TEA: 1 })
    await runTasks(owner)
    await channel.move('disconnect')
    await runTasks(owner)
    expect(await runsOf(owner, channel)).toMatchObject([{ status: 'failed', errorCode: 'CHANNEL_DISCONNECTED' }])
    expect(await fulfilmentsOf(owner, order)).toMatchObject({ fulfilments: null, parcels: [{ status: 'failed' }] })
    const told = (await readEvents(owner.tenant)).filter(({ topic }) => topic === 'sales.channel.sync_failed')
    expect(told).toEqual([])
  })

  it('waits until refused credentials are replaced', async () => {
    const { channel, order } = await anOrderOfShop()
    await owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: { api_key: 'refused' } })
    await handOver(owner, order, { TEA: 1 })
    await runTasks(owner)
    later(2 * MINUTE_MS)
    await runTasks(owner)
    expect(await openTasks(owner)).toEqual([])
    const changed = await owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: { api_key: 'good' } })
    expect(changed.status).toBe(200)
    await runTasks(owner)
    expect(await fulfilmentsOf(owner, order)).toMatchObject({ fulfilments: [{}], parcels: [{ status: 'published' }] })
  })
})

describe('a refusal of credentials that were replaced meanwhile', () => {
  it('does not block the channel, and the parcel is published by the next attempt', async () => {
    const { channel, order } = await anOrderOfShop()
    const replace = (api_key: string) =>
      owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: { api_key } })
    await replace('refused')
    duringFirstCall(simulator.fulfilments, 'publish', () => replace('good'))
    await handOver(owner, order, { TEA: 1 })
    await runTasks(owner)
    const { connectionStatus } = (await owner.get(`${CHANNELS}/${channel.id}`)).body
    expect(connectionStatus).toMatchObject({ connected: true })
    later(2 * MINUTE_MS)
    await runTasks(owner)
    expect(await fulfilmentsOf(owner, order)).toMatchObject({ fulfilments: [{}], parcels: [{ status: 'published' }] })
  })
})

describe('the settings of a channel', () => {
  it('refuse an unknown choice about parcels', async () => {
    const credentials = { store_url: 'https://shop.example', username: 'api', password: 'p' }
    const channel = { name: 'Sylius', code: 'SYL', type: 'sylius', credentials }
    const { body } = await owner.post(CHANNELS, { ...channel, connectorConfig: { ship_at: 'never' } })
    expect(body).toMatchObject({
      status: 400,
      violations: [{ propertyPath: 'connectorConfig.ship_at', message: 'must be last or first' }],
    })
  })
})
