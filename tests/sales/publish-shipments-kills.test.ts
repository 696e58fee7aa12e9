import { afterAll, beforeAll, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { createLog } from '../../lib/platform/log.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { aMember } from '../support/client.ts'
import { Crash, FAULTS, faulty, seeded, serve, weather } from '../support/faults.ts'
import { aHookedChannel, anOrder } from './hooks.ts'
import { ordersOf } from './orders.ts'
import { changeParcel, fulfilmentsOf, handOver, isDue, openTasks } from './parcels.ts'
import { later, runsOf, simulating } from './sync.ts'

const ORDERS = Number(process.env.ORDERS ?? 3)
const MAX_ROUNDS = 100 * ORDERS
/** One round in so many changes a tracking number. */
const ROUNDS_BETWEEN_CHANGES = 8

const random = seeded(Number(process.env.SEED ?? 7))
const among = (most: number) => Math.floor(random() * most)
const door = openTable(readConfig().table)

beforeAll(() => simulating({ db: retryTable(faulty(door)) }))
afterAll(() => useApp(undefined))

it(`workers that run twice and are killed show each parcel of ${ORDERS} orders once in a shop that fails and loses answers`, {
  timeout: 120_000 + ORDERS * 20_000,
}, async ({ annotate }) => {
  const owner = await aMember()
  const begun = app().clock().getTime()
  const channel = await aHookedChannel(owner)
  const parcels = []
  for (let at = 0; at < ORDERS; at++) {
    const order = anOrder({ lines: [{ sku: 'TEA', name: 'Tea', quantity: 6, price: '10.00' }] })
    await channel.tell(order)
    await channel.follow()
    const found = (await ordersOf(owner, { channelId: channel.id })).orders.find(
      ({ externalOrderId }) => externalOrderId === order.id,
    )
    const known = { id: found?.id as string, number: order.id, channelId: channel.id }
    // Two parcels of the same order are alike, and neither has a number yet.
    for (const [quantity, fields] of [
      [1, {}],
      [2, { trackingNumber: null }],
      [2, { trackingNumber: null }],
    ] as const)
      parcels.push({ order: known, parcel: await handOver(owner, known, { TEA: quantity }, fields) })
  }
  const connectorConfig = { fail_percent: '15', lost_percent: '30' }
  await owner.patch(`/api/sales/channels/${channel.id}`, { connectorConfig })

  const numberless = parcels.filter((_, at) => at % 3 === 1)
  const tally = { rounds: 0, killed: 0, faults: 0 }
  const work = async () => {
    const due = (await openTasks(owner, door)).filter(isDue)
    const task = due[among(due.length)]
    if (!task) return
    const chance = tally.killed < 6 * ORDERS ? 0.02 : 0
    const quiet = { throttle: 0.01, conflict: 0.01, lostReply: 0.01, duplicate: 0.01 }
    const sky = weather(among(2 ** 31), { ...quiet, crashBefore: chance, crashAfter: chance })
    try {
      await serve({ weather: sky, tenant: owner.tenant }, () => runTask(app(), task, app().clock(), createLog({})))
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      tally.killed++
    }
    for (const fault of FAULTS) tally.faults += sky.tally[fault]
  }
  while (numberless.length || (await openTasks(owner, door)).length) {
    expect(tally.rounds++).toBeLessThan(MAX_ROUNDS)
    await Promise.all([work(), work(), work()])
    const open = await openTasks(owner, door)
    const earliest = Math.min(...open.map(({ notBefore }) => Date.parse(String(notBefore ?? 0)) || 0))
    later(open.length ? Math.max(1000, earliest - app().clock().getTime() + 1) : 0)
    // The number changes while its parcel waits, is being published or is in the shop already.
    const second = among(ROUNDS_BETWEEN_CHANGES) === 0 ? numberless.shift() : undefined
    if (second) await changeParcel(owner, second.parcel, { trackingNumber: 'LATER' })
  }
  later(begun - app().clock().getTime())
  await owner.patch(`/api/sales/channels/${channel.id}`, { connectorConfig: {} })

  for (const { order } of parcels.filter((_, at) => at % 3 === 0)) {
    const own = parcels.filter((each) => each.order === order)
    const { fulfilments, parcels: shown } = await fulfilmentsOf(owner, order)
    expect(shown.map(({ status }) => status)).toEqual(['published', 'published', 'published'])
    expect(fulfilments).toHaveLength(own.length)
    const ids = shown.flatMap(({ externalIds }) => externalIds)
    expect(ids.toSorted()).toEqual(fulfilments?.map(({ externalId }) => externalId).toSorted())
    expect(fulfilments?.filter(({ trackingNumber }) => trackingNumber === 'LATER')).toHaveLength(1)
    expect(fulfilments?.reduce((sum, { lines }) => sum + (lines[0]?.quantity ?? 0), 0)).toBe(5)
  }
  for (const run of await runsOf(owner, channel)) expect(run).toMatchObject({ status: 'success', itemsPending: 0 })
  await annotate(JSON.stringify({ orders: ORDERS, ...tally }))
})
