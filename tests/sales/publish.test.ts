import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { handler as runDuePartitions } from '../../functions/sales/every-minute-run-partitions.ts'
import { NO_GOODS } from '../../lib/catalog/goods/goods.ts'
import { variants } from '../../lib/catalog/variant-store.ts'
import { ConnectorError } from '../../lib/connectors/connector.ts'
import { simulator } from '../../lib/connectors/simulator/simulator.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { newRecord, partition } from '../../lib/platform/store/entities/entity.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { baselines } from '../../lib/sales/listings/baseline-store.ts'
import { listings } from '../../lib/sales/listings/listing-store.ts'
import { aProduct, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { fill } from '../support/fill.ts'
import { drainEvents } from '../support/workers.ts'
import { aManualChannel } from './orders.ts'
import {
  confirmsListing,
  partitionsOf,
  runPartitions,
  runPartitionsOnce,
  runsOf,
  storedRecordsOf,
  stuckAt,
} from './runs.ts'
import { shopWith } from './shops.ts'
import { aSimulatedChannel, aStoreSeed, channelOf, duringFirstCall, later, recordsOf, simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
beforeAll(() => simulating())
afterAll(() => useApp(undefined))
beforeEach(async () => {
  owner = await aMember()
})

const aShop = async (store: Record<string, string> = {}, fields: object = {}) => {
  const settings = { seed: aStoreSeed(), products: '0', ...store }
  const channel = await aSimulatedChannel(owner, settings, fields)
  return { ...channel, ...shopWith(owner.tenant, settings) }
}

const publish = (channel: { id: string }, body: object = {}) =>
  owner.post(`${CHANNELS}/${channel.id}/catalog/publish`, body)

const published = async (channel: { id: string }, body: object = {}) => {
  expect((await publish(channel, body)).status).toBe(202)
  await runPartitions(owner)
  const [run] = await runsOf(owner, channel)
  return run as NonNullable<typeof run>
}

const driftOf = async (channel: { id: string }) => (await owner.get(`${CHANNELS}/${channel.id}/catalog/drift`)).body

const rowOf = async (channel: { id: string }, sku: string) => {
  const rows = (await owner.get(`${CHANNELS}/${channel.id}/catalog/drift/rows?itemsPerPage=100`)).body.member
  return rows.find((row: { sku: string }) => row.sku === sku)
}

const skuIn = (channel: Awaited<ReturnType<typeof aShop>>, sku: string) => channel.find(sku)

describe('publishing a catalog', () => {
  it('answers at once and creates each variant in the shop once, the variants of a product under one product', async () => {
    const product = await aProduct(owner, { name: 'Chair' })
    for (let i = 0; i < 7; i++) await aVariant(owner, { sku: `A-${i}`, productId: product.id })
    await aVariant(owner, { sku: 'B' })
    const channel = await aShop()
    const answer = await publish(channel)
    expect(answer).toMatchObject({ status: 202, body: { '@type': 'SalesChannel', id: channel.id, deletable: false } })
    const [open] = await runsOf(owner, channel)
    expect(open).toMatchObject({ type: 'products_push', status: null, completedAt: null })
    await drainEvents()
    const [run] = (await owner.get(`${CHANNELS}/${channel.id}/sync-runs`)).body.member
    expect(run).toMatchObject({ status: 'success', itemsSynced: 8, itemsFailed: 0, itemsUnchanged: 0, itemsPending: 0 })
    const sold = [...(await channel.sold()).values()]
    expect(sold.map(({ sku }) => sku).sort()).toEqual(['A-0', 'A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6', 'B'])
    expect(new Set(sold.map(({ externalProductId }) => externalProductId)).size).toBe(2)
    expect(await driftOf(channel)).toMatchObject({ driftedCount: 0, neverPushedCount: 0 })
    const [variant] = (await owner.get('/api/catalog/variants?itemsPerPage=1')).body.member
    await owner.patch(`/api/catalog/variants/${variant.id}`, { name: 'Changed' })
    await aVariant(owner, { sku: 'C' })
    expect(await driftOf(channel)).toMatchObject({ driftedCount: 1, neverPushedCount: 1 })
    const { channels: health } = (await owner.get(`${CHANNELS}/sync-health`)).body
    expect(health).toMatchObject([{ channelId: channel.id, inSync: 7, drifted: 1, neverPushed: 1 }])
    expect(await rowOf(channel, variant.sku === 'B' ? 'A-0' : 'B')).toMatchObject({
      driftState: 'in_sync',
      contentVersion: 1,
    })
    expect(await partitionsOf(owner)).toEqual([])
    const { member: records } = await recordsOf(owner, channel, run as { id: string })
    expect(records).toHaveLength(8)
    expect(records[0]).toMatchObject({ kind: 'variant', action: 'created', changes: [] })
    expect(records[0].resourceUri).toMatch(/^commerce:\/\/\/catalog\/variants\/\w{26}$/)
  })

  it('adds a variant to a product that the shop has already', async () => {
    const channel = await aShop({ products: '2' })
    await owner.post(`${CHANNELS}/${channel.id}/catalog/import`)
    await runPartitions(owner)
    const [imported] = (await owner.get('/api/catalog/products')).body.member
    await aVariant(owner, { sku: 'NEW', productId: imported.id })
    expect(await published(channel)).toMatchObject({ itemsSynced: 1, itemsFailed: 0 })
    expect((await skuIn(channel, 'NEW'))?.externalProductId).toBe('product-0')
  })

  it('pushes only the variants that drifted, or all of them by force', async () => {
    const variant = await aVariant(owner, { sku: 'A' })
    await aVariant(owner, { sku: 'B' })
    const channel = await aShop()
    await published(channel)
    expect(await published(channel)).toMatchObject({ itemsSynced: 0, itemsUnchanged: 0, status: 'success' })
    await owner.patch(`/api/catalog/variants/${variant.id}`, { name: 'Renamed' })
    const run = await published(channel)
    expect(run).toMatchObject({ itemsSynced: 1 })
    const { member: records } = await recordsOf(owner, channel, run)
    expect(records).toMatchObject([{ action: 'updated', label: 'A', changes: [{ field: '/name', to: 'Renamed' }] }])
    expect((await skuIn(channel, 'A'))?.content.name).toBe('Renamed')
    expect(await published(channel, { force: true })).toMatchObject({ itemsSynced: 2 })
    expect(await rowOf(channel, 'A')).toMatchObject({ contentVersion: 3 })
  })

  it('keeps the baseline of a variant that the shop refuses, and does not send it again until it changes', async () => {
    const variant = await aVariant(owner, { sku: 'A' })
    const channel = await aShop({ refuse_percent: '100' })
    const run = await published(channel)
    expect(run).toMatchObject({ status: 'success', itemsFailed: 1, itemsSynced: 0 })
    const first = (await recordsOf(owner, channel, run)).member[0]
    expect(first).toMatchObject({ action: 'failed', errorCode: 'REFUSED', label: 'A' })
    expect(await rowOf(channel, 'A')).toMatchObject({ driftState: 'never_pushed', headHash: null, contentVersion: 0 })
    const calls = channel.calls()
    const again = await published(channel)
    expect(again).toMatchObject({ itemsFailed: 1 })
    expect((await recordsOf(owner, channel, again)).member[0]).toMatchObject({ errorMessage: first.errorMessage })
    expect(channel.calls()).toBe(calls)
    await published(channel, { force: true })
    expect(channel.calls()).toBe(calls + 1)
    await owner.patch(`/api/catalog/variants/${variant.id}`, { name: 'Renamed' })
    await published(channel)
    expect(channel.calls()).toBe(calls + 2)
    const [listing] = await app().db.query({ pk: partition(owner.tenant, listings.name) })
    expect(listing?.baseline).toBeNull()
    expect(await app().db.query({ pk: partition(owner.tenant, baselines.name) })).toEqual([])
  })

  it('reports a variant as drifted that changed while it was pushed', async () => {
    const variant = await aVariant(owner, { sku: 'A', name: 'Before' })
    const channel = await aShop()
    await publish(channel)
    // The first round plans; in the second one the variant changes during the push.
    const { db } = app()
    const transact: typeof db.transact = async (actions, token) => {
      if (actions.some(confirmsListing) && transactions++ === 0) {
        await owner.patch(`/api/catalog/variants/${variant.id}`, { name: 'After' })
        await driftOf(channel)
      }
      return await db.transact(actions, token)
    }
    let transactions = 0
    simulating({ db: { ...db, transact } })
    await runPartitions(owner)
    simulating()
    expect(transactions).toBeGreaterThan(1)
    expect((await skuIn(channel, 'A'))?.content.name).toBe('Before')
    expect(await rowOf(channel, 'A')).toMatchObject({ driftState: 'drifted', contentVersion: 1 })
    const [listing] = await db.query({ pk: partition(owner.tenant, listings.name) })
    expect(listing).toMatchObject({ baseline: { name: 'Before' } })
    await published(channel)
    expect((await skuIn(channel, 'A'))?.content.name).toBe('After')
    expect(await rowOf(channel, 'A')).toMatchObject({ driftState: 'in_sync', contentVersion: 2 })
  })

  it('makes a second request wait for the first one, and keeps its force', async () => {
    await aVariant(owner, { sku: 'A' })
    const channel = await aShop()
    await published(channel)
    await publish(channel)
    const answers = await Promise.all([publish(channel, { force: true }), publish(channel)])
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(await runsOf(owner, channel)).toHaveLength(2)
    await runPartitions(owner)
    const runs = await runsOf(owner, channel)
    expect(runs.map(({ status, itemsSynced }) => [status, itemsSynced])).toEqual([
      ['success', 1],
      ['success', 0],
      ['success', 1],
    ])
  })

  it('is refused without a shop, while the channel is paused, or after the shop rejected the credentials', async () => {
    const manual = await aManualChannel(owner)
    expect(await publish(manual)).toMatchObject({ status: 409, body: { errorCode: 'OPERATION_NOT_ALLOWED' } })
    expect((await owner.post(`${CHANNELS}/${manual.id}/inventory/publish`)).status).toBe(409)
    const channel = await aShop()
    await owner.post(`${CHANNELS}/${channel.id}/pause`)
    expect(await publish(channel)).toMatchObject({ status: 409, body: { errorCode: 'OPERATION_NOT_ALLOWED' } })
    const refused = await aShop({ api_key: 'refused' })
    expect(await publish(refused)).toMatchObject({ status: 409, body: { errorCode: 'OPERATION_NOT_ALLOWED' } })
    expect(await runsOf(owner, refused)).toEqual([])
    expect((await publish({ id: owner.tenant })).status).toBe(404)
  })
})

describe('a publishing run', () => {
  it('is closed as stopped when the channel is paused or disconnected during the run', async () => {
    await aVariant(owner)
    for (const move of ['pause', 'disconnect']) {
      const channel = await aShop()
      await publish(channel)
      await publish(channel, { force: true })
      await owner.post(`${CHANNELS}/${channel.id}/${move}`)
      await runPartitions(owner)
      const runs = await runsOf(owner, channel)
      expect(runs.map(({ status, errorCode }) => [status, errorCode])).toEqual(
        Array.from({ length: move === 'pause' ? 2 : 1 }, () => ['failed', 'STOPPED']),
      )
    }
  })

  it('ends, blocks the channel and notifies when the shop rejects the credentials', async () => {
    await aVariant(owner)
    const channel = await aShop()
    await publish(channel)
    await owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: { api_key: 'refused' } })
    // The probe has blocked the channel; the shop rejects the credentials only from the next call on.
    const { db } = app()
    const item = (await db.get({ pk: partition(owner.tenant, 'channel'), sk: channel.id })) as object
    await db.put({ put: { ...item, authFailedAt: null } as never })
    await runPartitions(owner)
    const [run] = await runsOf(owner, channel)
    expect(run).toMatchObject({ status: 'failed', errorCode: 'AUTH_FAILED', errorCategory: 'authentication' })
    expect(await channelOf(owner, channel)).toMatchObject({ connectionStatus: { connected: false } })
    expect((await publish(channel)).status).toBe(409)
    const events = await readEvents(owner.tenant, db)
    const told = events.filter(({ topic }) => topic === 'sales.channel.sync_failed')
    expect(told).toMatchObject([{ data: { channelId: channel.id, syncId: run?.id, errorCode: 'AUTH_FAILED' } }])
    expect(await partitionsOf(owner)).toEqual([])
  })

  it('continues with new credentials if the previous ones are refused after they were replaced', async () => {
    await aVariant(owner)
    const channel = await aShop()
    await publish(channel)
    const replace = (api_key: string) =>
      owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: { api_key } })
    await replace('refused')
    duringFirstCall(simulator.catalog, 'push', () => replace('key'))
    await runPartitions(owner)
    expect(await runsOf(owner, channel)).toMatchObject([{ status: 'success', itemsSynced: 1, itemsFailed: 0 }])
    expect(await channelOf(owner, channel)).toMatchObject({ connectionStatus: { connected: true } })
    expect((await publish(channel)).status).toBe(202)
  })

  it('retries a part at growing intervals, and finally records its variants as failed', async () => {
    await aVariant(owner, { sku: 'A' })
    const channel = await aShop()
    await publish(channel)
    await owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: { fail_percent: '100' } })
    const pauses: number[] = []
    for (let round = 0; (await partitionsOf(owner)).length; round++) {
      expect(round).toBeLessThan(20)
      const before = app().clock().getTime()
      await runPartitionsOnce(owner)
      const waits = (await partitionsOf(owner)).map(({ dueAt }) => dueAt - before)
      // Rounded to tens of seconds, since the work itself takes some time.
      if (Math.max(...waits) > 5000) pauses.push(Math.floor(Math.max(...waits) / 10_000) * 10)
      later(10 * 60_000)
    }
    expect(pauses).toEqual([30, 60, 120, 240])
    const [run] = await runsOf(owner, channel)
    expect(run).toMatchObject({ status: 'success', itemsFailed: 1, itemsPending: 0 })
    const records = await storedRecordsOf(owner, run as { id: string })
    expect(records).toMatchObject([{ action: 'failed', errorCode: 'UPSTREAM_ERROR', label: 'A' }])
    expect((await channel.sold()).size).toBe(0)
  })

  it('keeps the variants that the shop confirmed, and retries only those that it failed with', async () => {
    const { id: productId } = await aProduct(owner)
    for (const sku of ['A', 'B', 'C']) await aVariant(owner, { sku, productId })
    const channel = await aShop()
    await publish(channel)
    const catalog = simulator.catalog as NonNullable<typeof simulator.catalog>
    const { push } = catalog
    const asked: string[][] = []
    catalog.push = async (store, given) => {
      asked.push(given.map(({ content }) => content.sku).sort())
      const fails = given.filter(({ content }) => content.sku === 'B' && asked.length === 1)
      const error = new ConnectorError('STORE_UNAVAILABLE', 'The store did not answer in time.')
      const outcomes = await push(
        store,
        given.filter((each) => !fails.includes(each)),
      )
      return [...fails.map(({ id }) => ({ id, failed: error })), ...outcomes]
    }
    try {
      // The partition that plans may also push.
      while (!asked.length) await runPartitionsOnce(owner)
      expect(await runsOf(owner, channel)).toMatchObject([{ status: null, itemsSynced: 2, itemsPending: 1 }])
      later(60_000)
      await runPartitions(owner)
    } finally {
      catalog.push = push
    }
    expect(asked).toEqual([['A', 'B', 'C'], ['B']])
    expect(await runsOf(owner, channel)).toMatchObject([{ status: 'success', itemsSynced: 3, itemsPending: 0 }])
  })

  it('includes all changes from before its start, however long their listings take to be updated', async () => {
    const { id: productId } = await aProduct(owner)
    const made = new Date()
    const all = Array.from({ length: 120 }, (_, i) => ({
      ...newRecord(newId(made)),
      ...{ productId, sku: `MANY-${i}`, name: `No. ${i}`, ...NO_GOODS, attributes: {}, localizations: {} },
      prices: [{ currency: 'EUR', amount: 500 }],
    }))
    await fill(app().config.table, variants, owner.tenant, all)
    const channel = await aShop()
    await publish(channel)
    const before = app()
    const transact: Table['transact'] = async (actions, token) => {
      const kinds = actions.map((action) => 'put' in action && action.put.kind)
      if (kinds.includes('listing') && !kinds.includes('run-partition')) later(20_000)
      return await before.db.transact(actions, token)
    }
    useApp({ ...before, db: { ...before.db, transact } })
    await runPartitions(owner)
    useApp(before)
    expect(await runsOf(owner, channel)).toMatchObject([{ status: 'success', itemsSynced: 120, itemsFailed: 0 }])
  })

  it('fails when the shop fails with several parts in a row', async () => {
    const { id: productId } = await aProduct(owner)
    const made = new Date()
    const all = Array.from({ length: 160 }, (_, i) => ({
      ...newRecord(newId(made)),
      ...{ productId, sku: `DOWN-${i}`, name: `No. ${i}`, ...NO_GOODS, attributes: {}, prices: [], localizations: {} },
    }))
    await fill(app().config.table, variants, owner.tenant, all)
    const channel = await aShop()
    await publish(channel)
    await owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: { fail_percent: '100' } })
    for (let round = 0; (await partitionsOf(owner)).length; round++) {
      expect(round).toBeLessThan(30)
      await runPartitionsOnce(owner)
      later(10 * 60_000)
    }
    const failed = { status: 'failed', errorCode: 'UPSTREAM_ERROR', itemsFailed: 100, itemsPending: 60 }
    expect(await runsOf(owner, channel)).toMatchObject([failed])
  })

  it('waits as long as a shop with a rate limit asks, and does not count that as a try', async () => {
    await aVariant(owner, { sku: 'A' })
    const channel = await aShop()
    await publish(channel)
    await owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: { rate_limit_percent: '100' } })
    for (let round = 0; round < 8; round++) {
      await runPartitionsOnce(owner)
      later(60_000)
    }
    expect((await runsOf(owner, channel))[0]).toMatchObject({ status: null, itemsPending: 1 })
    await owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: { rate_limit_percent: '0' } })
    await runPartitions(owner)
    expect((await runsOf(owner, channel))[0]).toMatchObject({ status: 'success', itemsSynced: 1 })
  })

  it('is given up after a day without progress, and the request that waits for it begins', async () => {
    await aVariant(owner, { sku: 'A' })
    const channel = await aShop()
    await publish(channel)
    await publish(channel)
    later(25 * 3600_000)
    await runPartitions(owner)
    expect((await runsOf(owner, channel)).map(({ status, errorCode }) => [status, errorCode])).toEqual([
      ['success', null],
      ['failed', 'INTERRUPTED'],
    ])
  })

  it('is closed after too many workers died at it, and the request that waits for it begins', async () => {
    await aVariant(owner, { sku: 'A' })
    const channel = await aShop()
    await publish(channel)
    await publish(channel)
    const { push } = simulator.catalog as NonNullable<typeof simulator.catalog>
    const catalog = simulator.catalog as { push: typeof push }
    let begun = 0
    catalog.push = async () => {
      begun++
      throw new Error('killed')
    }
    try {
      for (let worker = 0; (await runsOf(owner, channel)).length < 2; worker++) {
        if (worker > 60) throw new Error('it is worked at for ever')
        await runPartitionsOnce(owner).catch(() => undefined)
        later(6 * 60_000)
      }
    } finally {
      catalog.push = push
    }
    expect(begun).toBe(20)
    await runPartitions(owner)
    expect((await runsOf(owner, channel)).map(({ status, errorCode }) => [status, errorCode])).toEqual([
      ['success', null],
      ['failed', 'INTERRUPTED'],
    ])
  })

  it('has one worker for each partition', async () => {
    await aVariant(owner, { sku: 'A' })
    const channel = await aShop()
    const calls = channel.calls()
    await publish(channel)
    const before = app()
    const held = stuckAt(confirmsListing)
    useApp(held.app)
    const first = runPartitions(owner)
    await held.stuck
    useApp(before)
    await Promise.all([runPartitionsOnce(owner), runPartitionsOnce(owner)])
    expect(await runsOf(owner, channel)).toMatchObject([{ status: null, itemsPending: 1, itemsSynced: 0 }])
    held.goOn()
    await first
    expect(channel.calls()).toBe(calls + 1)
    expect(await runsOf(owner, channel)).toMatchObject([{ status: 'success', itemsSynced: 1, itemsFailed: 0 }])
  })
})

describe('retrying a run', () => {
  it('pushes only the variants that failed in the run', async () => {
    const variant = await aVariant(owner, { sku: 'A' })
    const channel = await aShop({ refuse_percent: '100' })
    const failed = await published(channel)
    const retry = (id: string) => owner.post(`${CHANNELS}/${channel.id}/sync-runs/${id}/retry`)
    await owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: { refuse_percent: '0' } })
    await aVariant(owner, { sku: 'B' })
    const answers = [await retry(failed.id), await retry(failed.id)]
    expect(answers.map(({ status }) => status)).toEqual([202, 409])
    await runPartitions(owner)
    const [run] = await runsOf(owner, channel)
    expect(run).toMatchObject({ status: 'success', itemsSynced: 1 })
    expect(await rowOf(channel, 'A')).toMatchObject({ variantId: variant.id, driftState: 'in_sync' })
    expect(await rowOf(channel, 'B')).toMatchObject({ driftState: 'never_pushed' })
    expect((await retry((run as { id: string }).id)).status).toBe(409)
    expect((await retry(channel.id)).status).toBe(404)
  })
})

describe('a publishing plan', () => {
  const planOf = async (channel: { id: string }) => (await owner.get(`${CHANNELS}/${channel.id}/catalog/plan`)).body

  it('lists the actions of a publish, which is refused if the plan has changed', async () => {
    const variant = await aVariant(owner, { sku: 'A' })
    const channel = await aShop()
    await published(channel)
    await owner.patch(`/api/catalog/variants/${variant.id}`, { name: 'Renamed' })
    await aVariant(owner, { sku: 'B' })
    const plan = await planOf(channel)
    expect(plan).toMatchObject({ channelId: channel.id, createCount: 1, updateCount: 1, refusedCount: 0 })
    expect(plan.items.map(({ sku, action }: { sku: string; action: string }) => [sku, action]).sort()).toEqual([
      ['A', 'update'],
      ['B', 'create'],
    ])
    expect((await planOf(channel)).planHash).toBe(plan.planHash)
    await owner.patch(`/api/catalog/variants/${variant.id}`, { name: 'Renamed again' })
    expect((await publish(channel, { planHash: plan.planHash })).status).toBe(409)
    expect((await publish(channel, { planHash: (await planOf(channel)).planHash })).status).toBe(202)
    await runPartitions(owner)
    expect(await planOf(channel)).toMatchObject({ createCount: 0, updateCount: 0, items: [] })
  })

  it('counts variants that the shop refused apart', async () => {
    await aVariant(owner, { sku: 'A' })
    const channel = await aShop({ refuse_percent: '100' })
    await published(channel)
    expect(await planOf(channel)).toMatchObject({ createCount: 0, refusedCount: 1 })
  })
})

it('links each published listing with one variant of the shop', async () => {
  for (let i = 0; i < 3; i++) await aVariant(owner)
  const channel = await aShop()
  await published(channel)
  const all = await app().db.query({ pk: partition(owner.tenant, listings.name) })
  expect(all.map(({ externalVariantId }) => externalVariantId).sort()).toEqual(
    [...(await channel.sold()).keys()].sort(),
  )
})

it('the schedule finds a run whose messages were lost', async () => {
  await aVariant(owner)
  const channel = await aShop()
  const before = app()
  const send = async (queue: string, messages: readonly { id: string; body: string }[]) =>
    queue === before.config.syncQueue ? new Set(messages.map(({ id }) => id)) : before.queues.send(queue, messages)
  useApp({ ...before, queues: { send } })
  await publish(channel)
  await drainEvents()
  useApp(before)
  expect(await runsOf(owner, channel)).toMatchObject([{ status: null, itemsPending: 0 }])
  for (let round = 0; (await partitionsOf(owner)).length; round++) {
    expect(round).toBeLessThan(5)
    await runDuePartitions({})
    await drainEvents()
    later(6 * 60_000)
  }
  expect(await runsOf(owner, channel)).toMatchObject([{ status: 'success', itemsSynced: 1 }])
})
