import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { type App, app, useApp } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { runPartitions } from './runs.ts'
import { aShop } from './shops.ts'
import { simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'
const VARIANTS = 6

let owner: Member
beforeAll(() => simulating())
afterAll(() => useApp(undefined))
beforeEach(async () => {
  owner = await aMember()
})

/** A channel with two fields of every variant changed on both sides. */
const aConflictedShop = async () => {
  const channel = await aShop(owner, VARIANTS)
  await owner.post(`${CHANNELS}/${channel.id}/catalog/import`)
  await runPartitions(owner)
  const { member } = (await owner.get('/api/catalog/variants?itemsPerPage=100')).body
  for (const { id, sku } of member) {
    await channel.change(sku.replace('SIM', 'variant'), {}, { name: 'Theirs', prices: { EUR: 700 } })
    const mine = { name: 'Mine', prices: [{ currency: 'EUR', amount: 800 }] }
    expect((await owner.patch(`/api/catalog/variants/${id}`, mine)).status).toBe(200)
  }
  return channel
}

const totalOf = async ({ id }: { id: string }, status: string): Promise<number> => {
  const query = new URLSearchParams({ target: `commerce:///sales/channels/${id}`, status, itemsPerPage: '1' })
  return (await owner.get(`/api/data-exchange/conflicts?${query}`)).body.totalItems
}

const follow = async ({ id }: { id: string }, on: App = app()) => {
  for (;;) {
    const tasks = (await app().db.query({ pk: 'T#PLATFORM#task' })).filter(
      ({ handledAt, data }) => !handledAt && (data as { channelId?: string } | undefined)?.channelId === id,
    )
    if (!tasks.length) return
    for (const task of tasks) await runTask(on, task, on.clock(), createLog({}))
  }
}

const detect = ({ id }: { id: string }) => owner.post(`${CHANNELS}/${id}/catalog/detect-conflicts`)
const disconnect = ({ id }: { id: string }) => owner.post(`${CHANNELS}/${id}/disconnect`)

describe('the open conflicts of a channel that is disconnected', () => {
  it('are closed', async () => {
    const channel = await aConflictedShop()
    expect((await detect(channel)).status).toBe(200)
    expect(await totalOf(channel, 'open')).toBe(2 * VARIANTS)
    expect((await disconnect(channel)).status).toBe(200)
    await follow(channel)
    expect([await totalOf(channel, 'open'), await totalOf(channel, 'resolved')]).toEqual([0, 2 * VARIANTS])
  })

  it('are closed in several tasks, even if workers die or two of them have the same task', async () => {
    const channel = await aConflictedShop()
    await detect(channel)
    await disconnect(channel)
    for (const after of [false, true]) await expect(follow(channel, dyingAt(2, after))).rejects.toThrow('killed')
    const begun = app().clock().getTime()
    let asked = 0
    // Each reading of the clock takes four seconds, so that no task closes all of them.
    const clock = () => new Date(begun + 4000 * asked++)
    const slow = { ...app(), clock }
    await Promise.all([follow(channel, slow), follow(channel, slow)])
    expect([await totalOf(channel, 'open'), await totalOf(channel, 'resolved')]).toEqual([0, 2 * VARIANTS])
  })

  it('are not opened again by a detection that was running meanwhile', async () => {
    const channel = await aConflictedShop()
    const before = app()
    const [stuck, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const transact: Table['transact'] = async (actions, token) => {
      if (actions.some((action) => 'put' in action && action.put.kind === 'conflict')) {
        stuck.resolve()
        await free.promise
      }
      return await before.db.transact(actions, token)
    }
    useApp({ ...before, db: { ...before.db, transact } })
    const detecting = detect(channel)
    await stuck.promise
    useApp(before)
    expect((await disconnect(channel)).status).toBe(200)
    await follow(channel)
    free.resolve()
    await detecting
    await follow(channel)
    expect(await totalOf(channel, 'open')).toBe(0)
  })
})
