import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { aHookedChannel, anOrder } from './hooks.ts'
import { later, simulating, syncing } from './sync.ts'

const DAY_MS = 24 * 3_600_000

let owner: Member
beforeAll(() => simulating())
afterAll(() => useApp(undefined))
beforeEach(async () => {
  owner = await aMember()
})

/** A channel without auto import that was paused before the orders were delivered. */
const aPausedChannel = async (delivered: number, syncSettings?: object) => {
  const channel = await aHookedChannel(owner, syncSettings)
  await channel.move('pause')
  const orders = Array.from({ length: delivered }, () => anOrder())
  for (const order of orders) expect((await channel.tell(order)).status).toBe(202)
  await channel.follow()
  return { ...channel, delivered: orders }
}

const idsOf = (orders: readonly { externalOrderId: string }[]) =>
  orders.map(({ externalOrderId }) => externalOrderId).sort()

describe('an order that is delivered while the channel is paused', () => {
  it('is stored and imported when the channel resumes, even without a sync', async () => {
    const channel = await aPausedChannel(3)
    expect(await channel.orders()).toEqual([])
    const waiting = await channel.deliveries()
    for (const delivery of waiting)
      expect(delivery).toMatchObject({
        status: 'received',
        processedAt: null,
        errorMessage: expect.stringContaining('resumes'),
      })
    await channel.move('resume')
    await channel.follow()
    expect(idsOf(await channel.orders())).toEqual(channel.delivered.map(({ id }) => id).sort())
    for (const delivery of await channel.deliveries())
      expect(delivery).toMatchObject({ status: 'processed', errorMessage: null, processedAt: expect.any(String) })
  })

  it('is imported once if the shop delivers it again before and after', async () => {
    const channel = await aPausedChannel(0)
    const order = anOrder()
    for (const _ of [1, 2, 3]) await channel.tell(order, { event: 'e-1' })
    await channel.follow()
    expect((await channel.deliveries()).map(({ status }) => status)).toEqual(['received', 'received', 'received'])
    await channel.move('resume')
    await channel.tell(order, { event: 'e-1' })
    await channel.follow()
    await channel.tell(order, { event: 'e-1' })
    expect(await channel.orders()).toHaveLength(1)
    expect((await channel.deliveries()).map(({ status }) => status)).toEqual(Array(5).fill('processed'))
  })

  it('does not replace a newer version, whichever arrived first', async () => {
    const channel = await aPausedChannel(0)
    const [first, second] = [anOrder(), anOrder()]
    const newer = { total: '99.00', modifiedAt: '2026-03-02T10:00:00.000Z' }
    await channel.tell({ ...first, ...newer }, { event: 'newer-1' })
    await channel.tell(first, { event: 'older-1' })
    await channel.tell(second, { event: 'older-2' })
    await channel.tell({ ...second, ...newer }, { event: 'newer-2' })
    await channel.follow()
    await channel.move('resume')
    await channel.follow()
    expect((await channel.orders()).map(({ total }) => total)).toEqual([9_900, 9_900])
  })

  it('ends as the last received of several versions with the same time', async () => {
    const channel = await aPausedChannel(0)
    const order = anOrder()
    for (const total of ['1.00', '2.00', '3.00', '4.00']) await channel.tell({ ...order, total })
    await channel.follow()
    await channel.move('resume')
    await channel.follow()
    expect((await channel.orders()).map(({ total }) => total)).toEqual([400])
  })

  it('is imported once if the channel syncs at the same time', async () => {
    const channel = await aPausedChannel(2, { autoImportEnabled: true })
    await channel.move('resume')
    await syncing(owner, channel)
    await channel.follow()
    await syncing(owner, channel)
    expect(idsOf(await channel.orders())).toEqual(channel.delivered.map(({ id }) => id).sort())
    const { body } = await owner.get(`/api/sales/channels/${channel.id}/analytics?period=all_time`)
    expect(body).toMatchObject({ totalOrdersImported: 2 })
  })

  it('keeps waiting if the channel is paused again before it is processed', async () => {
    const channel = await aPausedChannel(2)
    await channel.move('resume')
    await channel.move('pause')
    await channel.follow()
    expect(await channel.orders()).toEqual([])
    await channel.move('resume')
    await channel.follow()
    expect(await channel.orders()).toHaveLength(2)
  })

  it('is processed if the channel pauses and resumes while the delivery is being postponed', async () => {
    const channel = await aHookedChannel(owner)
    await channel.move('pause')
    await channel.tell(anOrder())
    const [task] = await channel.openTasks()
    const { db } = app()
    let isResumed = false
    const transact: typeof db.transact = async (...given) => {
      if (!isResumed) {
        isResumed = true
        await channel.move('resume')
        // The task of the resume ends before the delivery is marked as waiting, so no other task would find it.
        for (const other of await channel.openTasks())
          if (other.sk !== task?.sk) await runTask(app(), other, app().clock(), createLog({}))
      }
      return await db.transact(...given)
    }
    const racing = { ...app(), db: { ...db, transact } }
    await runTask(racing, task as Item, racing.clock(), createLog({}))
    expect(isResumed).toBe(true)
    await channel.follow()
    expect(await channel.orders()).toHaveLength(1)
  })

  it('is never imported if the channel is disconnected instead', async () => {
    const channel = await aPausedChannel(2)
    await channel.move('disconnect')
    await channel.follow()
    expect(await channel.orders()).toEqual([])
    for (const delivery of await channel.deliveries())
      expect(delivery).toMatchObject({ status: 'failed', errorMessage: expect.stringContaining('disconnected') })
  })

  it('fails if it waits for longer than thirty days', async () => {
    const channel = await aPausedChannel(1)
    later(31 * DAY_MS)
    try {
      const again = await aMember({ tenant: owner.tenant })
      await again.post(`/api/sales/channels/${channel.id}/resume`)
      await channel.follow()
      const { body } = await again.get(`/api/sales/channels/${channel.id}/webhook-deliveries`)
      expect(body.member).toMatchObject([
        { status: 'failed', errorMessage: expect.stringContaining('no longer stored') },
      ])
    } finally {
      later(-31 * DAY_MS)
    }
  })

  it.each([1, 2, 3, 4, 5, 6])(
    'is imported once if a worker dies at transaction %i after the channel resumed',
    async (at) => {
      const channel = await aPausedChannel(4)
      await channel.move('resume')
      for (const after of [false, true]) await channel.follow(dyingAt(at, after)).catch(() => undefined)
      await channel.follow()
      expect(idsOf(await channel.orders())).toEqual(channel.delivered.map(({ id }) => id).sort())
      expect((await channel.deliveries()).map(({ status }) => status)).toEqual(Array(4).fill('processed'))
    },
  )

  it('is imported even if another one cannot be processed', async () => {
    const channel = await aPausedChannel(3)
    const [, broken] = await channel.deliveries()
    await channel.move('resume')
    const { db } = app()
    const get: typeof db.get = async (key) => {
      if (key.pk.endsWith('#channel-webhook-body') && key.sk === broken?.id) throw new Error('broken')
      return await db.get(key)
    }
    await expect(channel.follow({ ...app(), db: { ...db, get } })).rejects.toThrow('broken')
    expect(await channel.orders()).toHaveLength(2)
    await channel.follow()
    expect(await channel.orders()).toHaveLength(3)
  })

  it('is imported among many others, in several tasks', async () => {
    const channel = await aPausedChannel(60)
    await channel.move('resume')
    const begun = app().clock().getTime()
    let asked = 0
    // Each reading of the clock takes a second, so that no task processes all of them.
    const clock = () => new Date(begun + 1000 * asked++)
    await channel.follow({ ...app(), clock })
    expect(await channel.orders()).toHaveLength(60)
  })
})
