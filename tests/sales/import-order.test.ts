import { beforeAll, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { createLog } from '../../lib/platform/log.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import type { StoredChannel } from '../../lib/sales/channels/channel.ts'
import { findChannel } from '../../lib/sales/channels/channel-store.ts'
import { importOrder } from '../../lib/sales/order-changes/import-order.ts'
import type { StoredOrder } from '../../lib/sales/orders/order.ts'
import { aMember, type Member } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { shuffled } from '../support/shuffle.ts'
import { aManualChannel, aRow, ordersOf } from './orders.ts'

let owner: Member
let channel: StoredChannel
beforeAll(async () => {
  owner = await aMember()
  const { id } = await aManualChannel(owner)
  channel = (await findChannel(app().db, owner.tenant, id)) as StoredChannel
})

const take = (row: object, modifiedAt: string | null, more: object = {}) => {
  const { db, clock } = app()
  return runInUnit(db, { tenant: owner.tenant, actor: null, now: clock() }, (unit) =>
    importOrder(app(), unit, channel, row, { modifiedAt, ...more }),
  )
}

const actionOf = async (...given: Parameters<typeof take>) => {
  const taken = await take(...given)
  return 'error' in taken ? taken.error : taken.action
}

const standing = async (row: { externalOrderId: string }) => {
  const { orders } = await ordersOf(owner, { channelId: channel.id })
  const found = orders.filter(({ externalOrderId }) => externalOrderId === row.externalOrderId)
  expect(found.length).toBeLessThanOrEqual(1)
  return found[0] as unknown as StoredOrder
}

const told = async (topic: string, { id }: { id: string }) => {
  const items = await readEvents(owner.tenant)
  return items.filter((item) => item.topic === topic && (item.data as { orderId: string }).orderId === id).length
}

const analytics = async () => (await owner.get(`/api/sales/channels/${channel.id}/analytics`)).body

describe('an order that is received again', () => {
  it('is changed by newer versions and never by older ones, however times are written', async () => {
    const row = aRow({ total: 100 })
    expect(await actionOf(row, '2026-03-01T12:00:00Z')).toBe('created')
    expect(await actionOf(row, '2026-03-01T13:00:00.000+01:00')).toBe('unchanged')
    expect(await actionOf({ ...row, total: 1 }, '2026-03-01T12:59:59+01:00')).toBe('unchanged')
    expect(await actionOf({ ...row, total: 1 }, null)).toBe('unchanged')
    expect((await standing(row)).total).toBe(100)
    expect(await actionOf({ ...row, total: 300 }, '2026-03-01T12:00:00.500Z')).toBe('updated')
    expect(await standing(row)).toMatchObject({ total: 300, platformModifiedAt: '2026-03-01T12:00:00.500Z' })
  })

  it('is changed by another version with the same time, but not by an identical one', async () => {
    const row = aRow()
    await take(row, '2026-03-01T12:00:00Z')
    expect(await actionOf({ ...row, status: 'paid' }, '2026-03-01T12:00:00Z')).toBe('updated')
    expect(await actionOf({ ...row, status: 'paid' }, '2026-03-01T12:00:00Z')).toBe('unchanged')
  })

  it('ends as its latest version, whatever the order in which versions arrive, concurrently or in turn', async () => {
    for (let seed = 0; seed < 6; seed++) {
      const row = aRow()
      const versions = Array.from({ length: 5 }, (_, i) => ({ ...row, total: 100 + i, at: `2026-03-01T12:00:0${i}Z` }))
      const mixed = shuffled(versions, seed)
      if (seed % 2) await Promise.all(mixed.map(({ at, ...version }) => take(version, at)))
      else for (const { at, ...version } of mixed) await take(version, at)
      const order = await standing(row)
      expect([order.total, order.platformModifiedAt]).toEqual([104, '2026-03-01T12:00:04.000Z'])
      expect(await told('sales.order.ready', order)).toBe(1)
    }
  })

  it('changes the revenue by the difference, and subtracts it when the platform cancels', async () => {
    const before = (await analytics()).totalRevenue
    const row = aRow({ total: 5_000_001 })
    await take(row, '2026-03-01T12:00:00Z')
    expect((await analytics()).totalRevenue).toBe(before + 5_000_001)
    await take({ ...row, total: 4_999_999 }, '2026-03-01T12:00:01Z')
    expect((await analytics()).totalRevenue).toBe(before + 4_999_999)
    const { ordersAccepted } = await analytics()
    await take({ ...row, total: 4_999_999 }, '2026-03-01T12:00:01Z', { isCancelled: true })
    expect(await analytics()).toMatchObject({ totalRevenue: before, ordersAccepted })
    const order = await standing(row)
    expect(order.status).toBe('cancelled')
    await take({ ...row, total: 4_999_999 }, '2026-03-01T12:00:02Z', { isCancelled: true })
    expect(await told('sales.order.cancelled', order)).toBe(1)
    await take({ ...row, total: 4_999_999 }, '2026-03-01T12:00:03Z')
    expect((await standing(row)).status).toBe('cancelled')
    expect((await analytics()).totalRevenue).toBe(before)
  })

  it('has one file if its payloads are large, and that of a replaced one is erased later', async () => {
    const { db, files, clock } = app()
    const key = `order-payload?channelId=${channel.id}`
    const listItems = async (): Promise<Item[]> => await db.query({ pk: `T#${owner.tenant}#${key}` })
    const fileOf = async (row: { externalOrderId: string }) =>
      (await listItems()).find(({ externalOrderId }) => externalOrderId === row.externalOrderId)?.file as string
    const erase = async (after: number) => {
      const tasks = await db.query({ pk: 'T#PLATFORM#task' })
      const own = tasks.filter(
        ({ task, data }) => task === 'sales.payload.erase' && (data as Item)?.tenant === owner.tenant,
      )
      for (const task of own) await runTask(app(), task, new Date(clock().getTime() + after), createLog({}))
    }
    const aNote = () => Array.from({ length: 3000 }, () => newId(new Date())).join()
    const row = aRow({ note: aNote() })
    await take(row, '2026-03-01T12:00:00Z')
    const first = await fileOf(row)
    await take({ ...row, note: aNote() }, '2026-03-01T12:00:01Z')
    const second = await fileOf(row)
    await take(row, '2026-03-01T12:00:02Z')
    const third = await fileOf(row)
    expect(new Set([first, second, third]).size).toBe(3)
    await erase(0)
    expect(await files.findSize(first)).toBeGreaterThan(0)
    await erase(16 * 60_000)
    expect([await files.findSize(first), await files.findSize(second)]).toEqual([undefined, undefined])
    expect(await files.findSize(third)).toBeGreaterThan(0)

    await take({ ...row, note: 'small' }, '2026-03-01T12:00:03Z')
    await erase(16 * 60_000)
    expect(await files.findSize(third)).toBeUndefined()
    const { body } = await owner.get(`/api/sales/channels/${channel.id}/external-orders/${row.externalOrderId}`)
    expect(JSON.parse(body.payload)).toMatchObject({ note: 'small' })
  })

  it('emits no ready event if it was cancelled before its import', async () => {
    const row = aRow()
    await take(row, '2026-03-01T12:00:00Z', { isCancelled: true })
    const order = await standing(row)
    expect(order).toMatchObject({ status: 'cancelled', decidedBy: null })
    expect([await told('sales.order.ready', order), await told('sales.order.cancelled', order)]).toEqual([0, 0])
  })

  it('returns an error if the row is not an order', async () => {
    expect(await actionOf(aRow({ total: 'much' }), '2026-03-01T12:00:00Z')).toContain('total')
  })
})
