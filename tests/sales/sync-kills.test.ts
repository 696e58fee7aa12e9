import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BadRecord, isBadRecord, type OrderPage, type RemoteOrder } from '../../lib/connectors/connector.ts'
import { judgeOrder, type OrderMeaning } from '../../lib/connectors/order-states/order-states.ts'
import { SIMULATOR_ORDER_STATES } from '../../lib/connectors/order-states/simulator-order-states.ts'
import { simulator } from '../../lib/connectors/simulator/simulator.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { count } from '../../lib/platform/store/lists/list.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { buildShop } from '../../lib/sales/channels/channel-connection.ts'
import type { SyncState } from '../../lib/sales/order-sync/order-walk.ts'
import { readCounts } from '../../lib/sales/orders/counts-store.ts'
import type { StoredOrder } from '../../lib/sales/orders/order.ts'
import { orders as kind } from '../../lib/sales/orders/order-store.ts'
import type { StoredRun } from '../../lib/sales/runs/stored-run.ts'
import type { SyncRecord } from '../../schemas/sales/sync.ts'
import { aMember } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { Crash, FAULTS, faulty, seeded, serve, weather } from '../support/faults.ts'
import { aSimulatedChannel, later, simulating, syncing } from './sync.ts'

const ORDERS = Number(process.env.ORDERS ?? 300)
const KILLS = 10
const MOST_ROUNDS = 2000
const CALLS_OF_AN_ORDER = 0.6

const random = seeded(Number(process.env.SEED ?? 5))
const among = (most: number) => Math.floor(random() * most)
const door = openTable(readConfig().table)

beforeAll(() => simulating({ db: retryTable(faulty(door)) }))
afterAll(() => useApp(undefined))

const STORE = { orders: String(ORDERS), page_size: '40', every_seconds: '60', bad_percent: '3', changed_percent: '20' }

const wholeStore = async (credentials: Record<string, string>) => {
  const store = buildShop(app(), simulator, 'whole', simulator.prepare(credentials), {})
  const all: (RemoteOrder | BadRecord)[] = []
  for (let cursor: string | null = null, more = true; more; ) {
    const page: OrderPage | undefined = await simulator.orders?.page(store, {
      since: new Date(0),
      statuses: null,
      cursor,
    })
    all.push(...(page?.orders ?? []))
    cursor = page?.next ?? null
    more = cursor !== null
  }
  return all
}

const itemsOf = async <T>(tenant: string, name: string) =>
  (await door.query({ pk: partition(tenant, name) })) as unknown as T[]

it(`workers that run twice and are killed import each of ${ORDERS} orders once from a shop that fails and limits requests`, {
  timeout: 120_000 + ORDERS * 200,
}, async ({ annotate }) => {
  const owner = await aMember()
  const credentials = {
    ...STORE,
    api_key: 'key',
    seed: `kills ${process.env.SEED ?? 5}`,
    now: new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString(),
    fail_percent: '5',
    rate_limit_percent: '5',
  }
  const channel = await aSimulatedChannel(owner, credentials, { syncSettings: { daysToLookBack: 365 } })
  const expected = await wholeStore({ ...credentials, fail_percent: '0', rate_limit_percent: '0' })
  expect(expected).toHaveLength(ORDERS)
  const bad = expected.filter(isBadRecord)
  const good = expected.flatMap((each) => (isBadRecord(each) ? [] : [each]))

  const tally = { rounds: 0, killed: 0, faults: 0 }
  const kill = KILLS / (ORDERS * CALLS_OF_AN_ORDER)
  const worker = async () => {
    const chance = tally.killed < KILLS ? kill / 2 : 0
    const quiet = { throttle: 0.01, conflict: 0.01, lostReply: 0.01, duplicate: 0.01 }
    const sky = weather(among(2 ** 31), { ...quiet, crashBefore: chance, crashAfter: chance })
    try {
      await serve({ weather: sky, tenant: owner.tenant }, () => syncing(owner, channel))
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      tally.killed++
    }
    for (const fault of FAULTS) tally.faults += sky.tally[fault]
  }
  const closed = new Map<string, string>()
  const runsNow = () => itemsOf<StoredRun>(owner.tenant, 'sync-run')
  const isDone = (runs: StoredRun[]) => {
    const [last, ...others] = runs.reverse()
    return last?.status === 'success' && others.length > 0 && tally.killed >= KILLS
  }
  const began = Date.now()
  do {
    expect(tally.rounds++).toBeLessThan(MOST_ROUNDS)
    await Promise.all([worker(), worker()])
    for (const run of await runsNow()) {
      if (run.status === null) continue
      const before = closed.get(run.id) ?? JSON.stringify(run)
      expect(JSON.stringify(run)).toBe(before)
      closed.set(run.id, before)
    }
    later(4 * 60_000)
  } while (!isDone(await runsNow()))
  const seconds = (Date.now() - began) / 1000

  const { tenant } = owner
  const standing = await itemsOf<StoredOrder>(tenant, 'order')
  expect(standing.map(({ externalOrderId }) => externalOrderId).sort()).toEqual(
    good.map(({ order }) => order.externalOrderId).sort(),
  )
  expect(await count(door, kind, tenant, { by: { channelId: channel.id } })).toBe(good.length)
  const countMeaning = (...wanted: OrderMeaning[]) =>
    good.filter(({ words }) => wanted.includes(judgeOrder(SIMULATOR_ORDER_STATES, words).meaning)).length
  const cancelled = countMeaning('ended')
  const accepted = countMeaning('ship', 'sent')
  expect(await count(door, kind, tenant, { by: { channelId: channel.id }, facets: { status: 'cancelled' } })).toBe(
    cancelled,
  )
  const told = (await readEvents(tenant, door)).filter(({ topic }) => topic === 'sales.order.ready')
  expect(told).toHaveLength(accepted)
  const counted = await readCounts(door, tenant, channel.id, { period: 'all_time', zone: 'UTC', now: new Date() })
  expect(counted).toMatchObject({ imported: good.length, accepted })

  const runs = await runsNow()
  expect(runs.reduce((sum, { itemsSynced }) => sum + itemsSynced, 0)).toBe(good.length)
  expect(counted.syncsSucceeded).toBe(runs.filter(({ status }) => status === 'success').length)
  expect(counted.syncsFailed).toBe(runs.filter(({ status }) => status === 'failed').length)
  expect(counted.failed).toBe(runs.reduce((sum, { itemsFailed }) => sum + itemsFailed, 0))
  for (const { id, itemsSynced, itemsFailed, itemsUnchanged, itemsPending, recorded, status } of runs) {
    const packs = await itemsOf<{ records: SyncRecord[] }>(tenant, `sync-record?run=${id}`)
    const records = packs.flatMap((pack) => pack.records)
    expect(records).toHaveLength(recorded)
    if (recorded < 1000) expect(recorded).toBe(itemsSynced + itemsFailed + itemsUnchanged)
    if (status === 'success') expect(itemsPending).toBe(0)
  }
  const [state] = await itemsOf<SyncState>(tenant, 'channel-sync')
  const first = bad.sort((a, b) => ((a.modifiedAt as string) < (b.modifiedAt as string) ? -1 : 1))[0] as BadRecord
  expect(state?.cursor).toEqual({ modifiedAt: first.modifiedAt, ref: first.ref })
  await annotate(JSON.stringify({ orders: ORDERS, bad: bad.length, runs: runs.length, ...tally, seconds }))
})

it('a worker that counts as dead changes nothing once another worker has taken over', async () => {
  const owner = await aMember()
  const channel = await aSimulatedChannel(owner, { orders: '50', page_size: '10', changed_percent: '0' })
  const before = app()
  const [stuck, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let left = 4
  const transact: Table['transact'] = async (actions, token) => {
    if (left-- === 1) {
      stuck.resolve()
      await goOn.promise
    }
    return await before.db.transact(actions, token)
  }
  useApp({ ...before, db: { ...before.db, transact } })
  const slow = syncing(owner, channel)
  await stuck.promise
  later(4 * 60_000)
  await syncing(owner, channel)
  const all = async () => [
    await itemsOf<StoredRun>(owner.tenant, 'sync-run'),
    await itemsOf<StoredOrder>(owner.tenant, 'order'),
    await itemsOf(owner.tenant, 'outbox'),
    await itemsOf(owner.tenant, 'channel-sync'),
  ]
  const done = await all()
  goOn.resolve()
  await slow
  useApp(before)
  expect(await all()).toEqual(done)
  const [runs, orders] = done
  expect(runs?.map((run) => (run as StoredRun).errorCode)).toEqual(['INTERRUPTED', null])
  expect(orders).toHaveLength(50)
})
