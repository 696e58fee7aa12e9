import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulator } from '../../lib/connectors/simulator/simulator.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Occurred } from '../../lib/platform/events/outbox/outbox.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { sealCredentials } from '../../lib/sales/channels/channel-connection.ts'
import { channels, findChannel, loadChannel } from '../../lib/sales/channels/channel-store.ts'
import { aMember, type Member } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { ordersOf } from './orders.ts'
import {
  aSimulatedChannel,
  channelOf,
  duringFirstCall,
  later,
  recordsOf,
  runsOf,
  simulating,
  syncing,
  turnOf,
} from './sync.ts'

let owner: Member
beforeAll(async () => {
  simulating()
  owner = await aMember()
})
afterAll(() => useApp(undefined))

const door = openTable(readConfig().table)

const failuresTold = async (channel: { id: string }) => {
  const items = await readEvents(owner.tenant, door)
  const isOf = ({ data }: Occurred) => 'channelId' in data && data.channelId === channel.id
  return items.filter((item) => item.topic === 'sales.channel.sync_failed' && isOf(item))
}

describe('an order sync', () => {
  it('imports every order of the shop once, records each result and schedules the next run', async () => {
    const channel = await aSimulatedChannel(owner, { orders: '60', page_size: '25', changed_percent: '0' })
    await syncing(owner, channel)
    const { total } = await ordersOf(owner, { channelId: channel.id })
    expect(total).toBe(60)
    const [run, ...others] = await runsOf(owner, channel)
    expect(others).toEqual([])
    expect(run).toMatchObject({
      '@type': 'SyncRun',
      channelId: channel.id,
      type: 'orders',
      status: 'success',
      itemsSynced: 60,
      itemsFailed: 0,
      itemsUnchanged: 0,
      itemsPending: 0,
      errorCode: null,
      itemsTruncated: false,
    })
    expect(run.durationSeconds).toBeGreaterThanOrEqual(0)
    const records = await recordsOf(owner, channel, run)
    expect(records.totalItems).toBe(60)
    expect(records.member[0]).toMatchObject({
      syncId: run.id,
      kind: 'order',
      action: 'created',
      errorCode: null,
      changes: [],
    })
    expect((await channelOf(owner, channel)).lastSyncAt).toBe(run.completedAt)
    const turn = Date.parse((await turnOf(app().db, channel)) as string)
    expect(Math.abs(turn - Date.parse(run.startedAt) - 15 * 60_000)).toBeLessThan(1000)
    expect((await owner.get(`/api/sales/channels/${channel.id}/analytics`)).body).toMatchObject({
      totalOrdersImported: 60,
      totalSyncs: 1,
      successfulSyncs: 1,
      syncSuccessRate: 1,
      lastSyncAt: run.completedAt,
    })
  })

  it('reads the last few minutes again and finds their orders unchanged', async () => {
    const channel = await aSimulatedChannel(owner, { orders: '60', changed_percent: '0' })
    await syncing(owner, channel)
    await syncing(owner, channel)
    const [second] = await runsOf(owner, channel)
    // The shop has one order a minute, and five minutes are read again.
    expect(second).toMatchObject({ status: 'success', itemsSynced: 0, itemsUnchanged: 6 })
    expect((await recordsOf(owner, channel, second, 'action=unchanged')).totalItems).toBe(6)
    expect((await recordsOf(owner, channel, second, 'action=created')).totalItems).toBe(0)
    expect((await ordersOf(owner, { channelId: channel.id })).total).toBe(60)
  })

  it('imports the other orders of a page with broken ones, and reads again from the first broken one', async () => {
    const channel = await aSimulatedChannel(owner, {
      orders: '60',
      page_size: '20',
      bad_percent: '20',
      changed_percent: '0',
    })
    await syncing(owner, channel)
    const [first] = await runsOf(owner, channel)
    expect(first.itemsFailed).toBeGreaterThan(0)
    expect(first).toMatchObject({ status: 'success', itemsSynced: 60 - first.itemsFailed, itemsPending: 0 })
    const failed = (await recordsOf(owner, channel, first, 'action=failed')).member
    expect(failed).toHaveLength(first.itemsFailed)
    expect(failed[0]).toMatchObject({ errorCode: 'INVALID_ARGUMENT', resourceUri: null })
    expect(failed[0].errorMessage).toContain('total')
    await syncing(owner, channel)
    const [second] = await runsOf(owner, channel)
    expect(second.itemsFailed).toBe(first.itemsFailed)
    expect((await owner.get(`/api/sales/channels/${channel.id}/analytics`)).body).toMatchObject({
      totalOrdersFailed: 2 * first.itemsFailed,
    })
  })

  it('imports the shop’s changes and cancellations', async () => {
    const place = Math.floor(Date.now() / 60_000)
    const at = (minute: number) => new Date((place + minute) * 60_000).toISOString()
    const channel = await aSimulatedChannel(owner, {
      orders: '180',
      every_seconds: '20',
      changed_percent: '100',
      now: at(-60),
    })
    await syncing(owner, channel)
    const before = await ordersOf(owner, { channelId: channel.id, status: 'cancelled' })
    await owner.patch(`/api/sales/channels/${channel.id}/credentials`, { credentials: { now: at(-40), orders: '240' } })
    await syncing(owner, channel)
    const [run] = await runsOf(owner, channel)
    const after = await ordersOf(owner, { channelId: channel.id, status: 'cancelled' })
    expect(after.total).toBeGreaterThan(before.total)
    const updated = (await recordsOf(owner, channel, run, 'action=updated')).member
    expect(updated.length).toBeGreaterThan(0)
    const changes = updated.flatMap((record: { changes: object[] }) => record.changes)
    expect(changes).toContainEqual({ field: 'status', from: 'accepted', to: 'cancelled' })
    // Orders that waited for their payment were paid.
    expect(changes).toContainEqual({ field: 'status', from: 'held', to: 'accepted' })
  })

  it('runs once if two workers start it at the same time', async () => {
    const channel = await aSimulatedChannel(owner, { orders: '80', page_size: '10' })
    await Promise.all([1, 2, 3].map(() => syncing(owner, channel)))
    expect(await runsOf(owner, channel)).toHaveLength(1)
  })

  it('notifies the first failure in a row, retries at growing intervals, and notifies again after a recovery', async () => {
    const channel = await aSimulatedChannel(owner, { every_seconds: '1' })
    const credentials = (api_key: string) =>
      owner.patch(`/api/sales/channels/${channel.id}/credentials`, { credentials: { api_key } })
    const pauseAfter = async () => {
      await syncing(owner, channel)
      const now = app().clock().getTime()
      return Math.round((Date.parse((await turnOf(app().db, channel)) as string) - now) / 60_000)
    }
    await credentials('unavailable')
    expect([await pauseAfter(), await pauseAfter(), await pauseAfter()]).toEqual([15, 30, 60])
    const [failed] = await runsOf(owner, channel)
    expect(failed).toMatchObject({ status: 'failed', errorCode: 'STORE_UNAVAILABLE', errorCategory: 'upstream' })
    expect(await failuresTold(channel)).toHaveLength(1)
    await credentials('key')
    expect(await pauseAfter()).toBe(15)
    await credentials('unavailable')
    expect(await pauseAfter()).toBe(15)
    expect(await failuresTold(channel)).toHaveLength(2)
    expect((await owner.get(`/api/sales/channels/${channel.id}/analytics`)).body).toMatchObject({
      totalSyncs: 5,
      successfulSyncs: 1,
      failedSyncs: 4,
      syncSuccessRate: 0.2,
    })
  })

  it('stops when the shop rejects the credentials, until they are updated', async () => {
    const channel = await aSimulatedChannel(owner, {})
    const { db, clock } = app()
    const scope = { tenant: owner.tenant, actor: null, now: clock() }
    const sealedCredentials = await sealCredentials(
      app(),
      owner.tenant,
      (await channelOf(owner, channel)).connectionId,
      {
        api_key: 'refused',
      },
    )
    await runInUnit(db, scope, async (unit) =>
      unit.update(channels, await loadChannel(unit, channel.id), { sealedCredentials }),
    )
    await syncing(owner, channel)
    const [run] = await runsOf(owner, channel)
    expect(run).toMatchObject({ status: 'failed', errorCode: 'AUTH_FAILED', errorCategory: 'authentication' })
    expect((await failuresTold(channel)).map(({ data }) => data)).toEqual([
      expect.objectContaining({ channelId: channel.id, syncId: run.id, errorCode: 'AUTH_FAILED' }),
    ])
    expect(await turnOf(db, channel)).toBeUndefined()
    expect((await channelOf(owner, channel)).connectionStatus).toMatchObject({
      connected: false,
      errorCode: 'AUTH_FAILED',
    })
    await owner.patch(`/api/sales/channels/${channel.id}/credentials`, { credentials: { api_key: 'key' } })
    expect(await turnOf(db, channel)).toBeDefined()
    await syncing(owner, channel)
    expect((await runsOf(owner, channel))[0].status).toBe('success')
  })

  const replace = async (channel: { id: string }, api_key: string) => {
    const { status } = await owner.patch(`/api/sales/channels/${channel.id}/credentials`, { credentials: { api_key } })
    expect(status).toBe(200)
  }

  it('continues with new credentials if the previous ones are refused after they were replaced', async () => {
    const channel = await aSimulatedChannel(owner, { orders: '30' })
    await replace(channel, 'refused')
    duringFirstCall(simulator.orders, 'page', () => replace(channel, 'key'))
    await syncing(owner, channel)
    expect(await runsOf(owner, channel)).toMatchObject([{ status: 'success', itemsSynced: 30 }])
    expect(await channelOf(owner, channel)).toMatchObject({ connectionStatus: { connected: true } })
    expect(await turnOf(app().db, channel)).toBeDefined()
    expect(await failuresTold(channel)).toEqual([])
  })

  it('notifies a refusal of the credentials even if the shop failed before', async () => {
    const channel = await aSimulatedChannel(owner, {})
    for (const key of ['unavailable', 'refused']) {
      await replace(channel, key)
      await syncing(owner, channel)
    }
    expect((await failuresTold(channel)).map(({ data }) => data)).toMatchObject([
      { errorCode: 'STORE_UNAVAILABLE' },
      { errorCode: 'AUTH_FAILED' },
    ])
  })

  it('does not block the channel if its credentials are replaced while the refused run is closed', async () => {
    const channel = await aSimulatedChannel(owner, { orders: '30' })
    await replace(channel, 'refused')
    const before = app()
    let isFirst = true
    const transact: Table['transact'] = async (actions, token) => {
      const isEnd = actions.some((action) => 'put' in action && action.put.errorCode === 'AUTH_FAILED')
      if (isEnd && isFirst) {
        isFirst = false
        await replace(channel, 'key')
      }
      return await before.db.transact(actions, token)
    }
    useApp({ ...before, db: { ...before.db, transact } })
    await syncing(owner, channel)
    useApp(before)
    expect(await runsOf(owner, channel)).toMatchObject([{ status: 'failed', errorCode: 'AUTH_FAILED' }])
    expect(await channelOf(owner, channel)).toMatchObject({ connectionStatus: { connected: true } })
    expect(Date.parse((await turnOf(before.db, channel)) as string)).toBeLessThanOrEqual(app().clock().getTime())
    await syncing(owner, channel)
    expect((await runsOf(owner, channel))[0]).toMatchObject({ status: 'success', itemsSynced: 30 })
  })

  it('ends as stopped if the shop refuses the credentials of a channel that was disconnected', async () => {
    const channel = await aSimulatedChannel(owner, { orders: '30' })
    await replace(channel, 'refused')
    duringFirstCall(simulator.orders, 'page', () => owner.post(`/api/sales/channels/${channel.id}/disconnect`))
    await syncing(owner, channel)
    expect(await runsOf(owner, channel)).toMatchObject([{ status: 'failed', errorCode: 'STOPPED' }])
    expect(await channelOf(owner, channel)).toMatchObject({ status: 'disconnected', connectionStatus: null })
    expect(await findChannel(app().db, owner.tenant, channel.id)).toMatchObject({ authFailedAt: null })
  })

  it('shows that the shop can be reached again', async () => {
    const channel = await aSimulatedChannel(owner, {}, { connectorConfig: { fail_percent: '100' } })
    const failed = { connected: false, errorCode: 'UPSTREAM_ERROR' }
    expect(await channelOf(owner, channel)).toMatchObject({ connectionStatus: failed })
    await owner.patch(`/api/sales/channels/${channel.id}`, { connectorConfig: {} })
    await syncing(owner, channel)
    const { connectionStatus, lastSyncAt } = await channelOf(owner, channel)
    expect(connectionStatus).toEqual({
      connected: true,
      errorCode: null,
      errorMessage: null,
      checkedAt: lastSyncAt,
      storeInfo: {},
    })
  })

  it('does not read the shop of a paused channel', async () => {
    const channel = await aSimulatedChannel(owner, {})
    await owner.post(`/api/sales/channels/${channel.id}/pause`)
    await syncing(owner, channel)
    expect((await ordersOf(owner, { channelId: channel.id })).total).toBe(0)
    expect(await runsOf(owner, channel)).toEqual([])
  })

  it('waits as long as the shop asks and continues where it stopped', async () => {
    const channel = await aSimulatedChannel(owner, {
      orders: '60',
      page_size: '5',
      rate_limit_percent: '50',
      seed: 'waiting',
      changed_percent: '0',
    })
    let turns = 0
    for (; turns < 100 && (await runsOf(owner, channel))[0]?.status !== 'success'; turns++) {
      await syncing(owner, channel)
      const [run] = await runsOf(owner, channel)
      if (run.status !== null) continue
      const wait = Date.parse((await turnOf(app().db, channel)) as string) - app().clock().getTime()
      expect(wait).toBeLessThanOrEqual(3000)
    }
    expect(turns).toBeGreaterThan(1)
    const runs = await runsOf(owner, channel)
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatchObject({ itemsSynced: 60, itemsUnchanged: 0, itemsFailed: 0, itemsPending: 0 })
  })
})

describe('an interrupted order sync', () => {
  /** Makes something happen while the run writes for the third time. */
  const meanwhile = async (channel: { id: string }, happens: () => unknown) => {
    const before = app()
    let left = 3
    const transact: Table['transact'] = async (actions, token) => {
      if (--left === 0) await happens()
      return await before.db.transact(actions, token)
    }
    useApp({ ...before, db: { ...before.db, transact } })
    await syncing(owner, channel)
    useApp(before)
  }
  const STORE = { orders: '30', page_size: '10', changed_percent: '0' }
  const pause = (channel: { id: string }) => owner.post(`/api/sales/channels/${channel.id}/pause`)

  it('stays open when the worker is out of time, and continues where it stopped', async () => {
    const channel = await aSimulatedChannel(owner, STORE)
    await meanwhile(channel, () => later(4 * 60_000))
    const [open] = await runsOf(owner, channel)
    expect(open).toMatchObject({ status: null, itemsPending: 0, completedAt: null })
    expect(open.itemsSynced).toBeLessThan(30)
    expect(Date.parse((await turnOf(app().db, channel)) as string)).toBeLessThanOrEqual(app().clock().getTime())
    await syncing(owner, channel)
    const runs = await runsOf(owner, channel)
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatchObject({ id: open.id, status: 'success', itemsSynced: 30, itemsUnchanged: 0 })
  })

  it('ends when the channel is paused, and the next run continues there after the channel is resumed', async () => {
    const channel = await aSimulatedChannel(owner, STORE)
    await meanwhile(channel, () => pause(channel))
    const [stopped] = await runsOf(owner, channel)
    expect(stopped).toMatchObject({ status: 'failed', errorCode: 'STOPPED', errorCategory: 'stopped' })
    expect(await failuresTold(channel)).toEqual([])
    await owner.post(`/api/sales/channels/${channel.id}/resume`)
    await syncing(owner, channel)
    const [second] = await runsOf(owner, channel)
    expect(second).toMatchObject({ status: 'success', itemsSynced: 30 - stopped.itemsSynced, itemsUnchanged: 0 })
    expect((await ordersOf(owner, { channelId: channel.id })).total).toBe(30)
  })
})

describe('the list of the runs of all channels', () => {
  it('finds runs by channel, result and type', async () => {
    const member = await aMember()
    const [one, two] = [
      await aSimulatedChannel(member, { orders: '1' }),
      await aSimulatedChannel(member, { orders: '1' }),
    ]
    await syncing(member, one)
    await syncing(member, two)
    const channelsAt = async (query: Record<string, string>) => {
      const { status, body } = await member.get(`/api/sales/sync-runs?${new URLSearchParams(query)}`)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.totalItems).toBe(body.member.length)
      return body.member.map(({ channelId }: { channelId: string }) => channelId)
    }
    expect(await channelsAt({ type: 'orders' })).toEqual([two.id, one.id])
    expect(await channelsAt({ type: 'orders', status: 'success', channelId: one.id })).toEqual([one.id])
    expect(await channelsAt({ status: 'failed' })).toEqual([])
    expect(await channelsAt({ type: 'inventory_push', channelId: one.id })).toEqual([])
  })
})
