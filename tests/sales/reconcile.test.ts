import { afterAll, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { faulty } from '../support/faults.ts'
import { mortalWorkers } from './mortal-workers.ts'
import { aManualChannel, ordersOf } from './orders.ts'
import { aReconciledShop, aWindow, differ, type Platform } from './reconciling.ts'
import { partitionsOf, runPartitions, runsOf, storedRecordsOf } from './runs.ts'
import { later, recordsOf, syncing } from './sync.ts'

afterAll(() => useApp(undefined))

const MENDED: Record<string, string> = { import: 'created', apply: 'updated', mark: 'accepted' }

const DAY_MS = 24 * 3600_000
const LEASE_MS = 6 * 60_000
const [KILLS, CALLS, MAX_ROUNDS] = [6, 60, 200]

const PLATFORMS: Platform[] = ['woocommerce', 'shopify', 'sylius', 'vendure']

describe.each(PLATFORMS)('the orders of a channel of %s', (platform) => {
  it('are compared with the shop, and what is lost, changed or added on either side is found and mended once', async () => {
    const of = await aReconciledShop(platform)
    const expected = await differ(of)
    const ordersBefore = await ordersOf(of.owner, { channelId: of.channel.id })

    const reported = await of.reconcile()
    expect(reported.found).toEqual(expected.map((each) => [...each, 'found']))
    expect(reported.run).toMatchObject({ type: 'reconcile', status: 'success', itemsFound: expected.length })
    expect(reported.run).toMatchObject({ itemsSynced: 0, itemsFailed: 0, itemsPending: 0 })
    expect(await ordersOf(of.owner, { channelId: of.channel.id })).toEqual(ordersBefore)

    const mended = await of.reconcile({ apply: true })
    expect(mended.found).toEqual(expected.map((each) => [...each, MENDED[each[2]]]))
    expect(mended.run).toMatchObject({ itemsSynced: expected.length, itemsFound: expected.length })

    const again = await of.reconcile({ apply: true })
    expect(again.found).toEqual([])
    expect(again.run).toMatchObject({ status: 'success', itemsFound: 0, itemsSynced: 0 })
  })
})

describe('a run that compares orders', () => {
  it.each([
    ['reports', false],
    ['mends', true],
  ])(
    '%s each difference once although its workers run twice and are killed',
    { timeout: 120_000 },
    async (_, apply) => {
      const door = openTable(readConfig().table)
      const of = await aReconciledShop('vendure', {}, retryTable(faulty(door)))
      const expected = await differ(of)
      const among = (most: number) => Math.floor(of.random() * most)
      const workers = mortalWorkers(of.owner, { kills: KILLS, calls: CALLS, among })
      const run = await of.begin({ apply })
      for (let rounds = 0; ; rounds++) {
        const partitions = await partitionsOf(of.owner, door)
        if (!partitions.length) break
        expect(rounds).toBeLessThan(MAX_ROUNDS)
        await Promise.all(
          partitions.flatMap(({ channelId, runId, index }) => {
            const partition = { channelId, runId, index }
            return [workers.work(partition), workers.work(partition)]
          }),
        )
        later(LEASE_MS)
      }
      const records = await storedRecordsOf(of.owner, run, door)
      const found = records.flatMap(({ externalId, finding, mend }) => (finding ? [[externalId, finding, mend]] : []))
      expect(found.sort()).toEqual(expected)
      expect(workers.tally.killed).toBe(KILLS)
      const [ended] = await runsOf(of.owner, of.channel, door)
      expect(ended).toMatchObject({ itemsFound: expected.length, itemsSynced: apply ? expected.length : 0 })
    },
  )

  it('asks the shop for pages, and on its own only for orders that these lack', async () => {
    const of = await aReconciledShop('vendure')
    for (let id = 1; id <= 120; id++) of.put(id, 2 + id / 1000)
    await syncing(of.owner, of.channel)
    of.shop.remove(7)
    const before = of.shop.server.asked.length
    const { found } = await of.reconcile()
    expect(found).toEqual([['CODE7', 'missing_in_shop', 'apply', 'found']])
    const asked = of.shop.server.asked.slice(before).map(({ body }) => /^query (\w+)/.exec(String(body.query))?.[1])
    // Three pages of fifty changed orders, one of dates for changes that have none, and the one that is missing twice.
    expect(asked.filter((name) => name === 'Orders')).toHaveLength(4)
    expect(asked.filter((name) => name === 'OrderDates')).toHaveLength(1)
    expect(asked.filter((name) => name === 'Order')).toHaveLength(1)
  })

  it('finds an order once that the shop lists twice because it changes meanwhile', async () => {
    const of = await aReconciledShop('vendure')
    for (let id = 1; id <= 60; id++) of.put(id, 2 + id / 1000)
    let pages = 0
    of.shop.server.meanwhile(({ body }) => {
      const isSecond = String(body.query).startsWith('query Orders(') && ++pages === 2
      if (isSecond) of.put(60, 2.06, { modifiedAt: new Date(app().clock().getTime() - 3600_000).toISOString() })
    })
    const { found, run } = await of.reconcile()
    expect(found).toHaveLength(60)
    expect(run).toMatchObject({ itemsFound: 60 })
  })

  it('tells what another version of the shop would change, and not what an address is', async () => {
    const of = await aReconciledShop('woocommerce')
    of.put(1, 2)
    await syncing(of.owner, of.channel)
    of.put(1, 2, {
      quantity: 3,
      total: '38.70',
      modifiedAt: new Date(app().clock().getTime() - 3600_000).toISOString(),
    })
    const { run } = await of.reconcile()
    const { member } = await recordsOf(of.owner, of.channel, run)
    expect(member).toMatchObject([
      { kind: 'order', externalId: '1', resourceUri: expect.stringContaining('commerce:///sales/orders/') },
    ])
    expect(member[0].changes).toContainEqual({ field: 'total', from: '2580', to: '3870' })
  })

  it('reports what was marked again once the shop says something else', async () => {
    const of = await aReconciledShop('woocommerce')
    of.put(1, 2)
    await syncing(of.owner, of.channel)
    const path = `/api/sales/orders/${await of.findId(1)}`
    expect((await of.owner.post(`${path}/cancel`, { reason: 'The buyer called' })).status).toBe(200)
    expect((await of.reconcile({ apply: true })).found).toEqual([['1', 'different', 'mark', 'accepted']])
    expect((await of.reconcile()).found).toEqual([])
    of.put(1, 2, {
      quantity: 3,
      total: '38.70',
      modifiedAt: new Date(app().clock().getTime() - 3600_000).toISOString(),
    })
    await syncing(of.owner, of.channel)
    expect((await of.reconcile()).found).toEqual([['1', 'different', 'mark', 'found']])
    of.put(1, 2, { state: 'cancelled', modifiedAt: new Date(app().clock().getTime() - 1800_000).toISOString() })
    await syncing(of.owner, of.channel)
    expect((await of.reconcile()).found).toEqual([])
  })

  it('leaves out what the status filters of the channel exclude', async () => {
    const of = await aReconciledShop('woocommerce', { statusFilters: ['completed'] })
    of.put(1, 2)
    // The shop is asked for orders that wait for their payment whatever the filters are.
    of.put(2, 2, { state: 'open' })
    expect((await of.reconcile({ apply: true })).found).toEqual([])
    expect((await ordersOf(of.owner, { channelId: of.channel.id })).orders).toEqual([])
  })

  it('does not tell that an order is missing which the shop may hide', async () => {
    const of = await aReconciledShop('shopify')
    of.put(1, 62)
    of.put(2, 62)
    const { from } = aWindow(64)
    await of.reconcile({ from, apply: true })
    of.shop.remove(1)
    const { run, found } = await of.reconcile({ from, apply: true })
    expect(found).toEqual([])
    expect(run).toMatchObject({ itemsSkipped: 1 })
    expect(await ordersOf(of.owner, { channelId: of.channel.id, status: 'cancelled' })).toMatchObject({ total: 0 })
  })

  it('is refused without a shop, while another one is open, and for days that are none', async () => {
    const of = await aReconciledShop('woocommerce')
    const stall = await aManualChannel(of.owner)
    const post = (id: string, body: object) => of.owner.post(`/api/sales/channels/${id}/reconcile`, body)
    expect((await post(stall.id, aWindow())).body).toMatchObject({ errorCode: 'OPERATION_NOT_ALLOWED' })
    const { from, to } = aWindow()
    expect((await post(of.channel.id, { from: to, to: from })).body.violations).toMatchObject([{ propertyPath: 'to' }])
    expect((await post(of.channel.id, { from: '2020-01-01', to })).body.violations).toMatchObject([
      { propertyPath: 'to' },
    ])
    expect((await post(of.channel.id, { from, to: '2999-01-01' })).body.violations).toMatchObject([
      { propertyPath: 'to' },
    ])
    await of.begin()
    expect((await post(of.channel.id, aWindow())).body).toMatchObject({ errorCode: 'OPERATION_NOT_ALLOWED' })
    await runPartitions(of.owner)
    await of.begin()
  })
})

describe('the daily run', () => {
  const runsOfType = async (of: Awaited<ReturnType<typeof aReconciledShop>>) =>
    (await runsOf(of.owner, of.channel)).filter(({ type }) => type === 'reconcile')

  it('follows a sync once a day, and mends what differs if the channel says so', async () => {
    const of = await aReconciledShop('woocommerce', { reconcileDays: 5, reconcileApplies: true })
    of.put(1, 2)
    await syncing(of.owner, of.channel)
    expect(await runsOfType(of)).toHaveLength(1)
    await runPartitions(of.owner)
    await syncing(of.owner, of.channel)
    expect(await runsOfType(of)).toHaveLength(1)
    of.shop.remove(1)
    later(DAY_MS)
    await syncing(of.owner, of.channel)
    await runPartitions(of.owner)
    expect(await runsOfType(of)).toMatchObject([
      { status: 'success', itemsSynced: 1, itemsFound: 1 },
      { itemsFound: 0 },
    ])
  })

  it('is not made for a channel that wants none', async () => {
    const of = await aReconciledShop('woocommerce')
    await syncing(of.owner, of.channel)
    expect(await runsOfType(of)).toEqual([])
  })
})
