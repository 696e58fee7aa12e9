import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { handler as removeAll } from '../../functions/sales/every-day-remove-old-logs.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import type { Entity, Stored } from '../../lib/platform/store/entities/entity.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import {
  type Item,
  type Key,
  type Put,
  type Range,
  type Table,
  typeReads,
  type Written,
} from '../../lib/platform/store/table/table.ts'
import { syncRuns } from '../../lib/sales/runs/sync-store.ts'
import { webhookDeliveries } from '../../lib/sales/webhooks/webhook-delivery-store.ts'
import { aMember, type Member } from '../support/client.ts'
import { aHookedChannel, anOrder } from './hooks.ts'
import { later, runsOf, simulating, syncing } from './sync.ts'

const DAY_MS = 24 * 3_600_000

let owner: Member
beforeAll(() => simulating())
afterAll(() => useApp(undefined))
beforeEach(async () => {
  owner = await aMember()
})

/** Limits the table to the tenant of the test, so that no other test loses its logs. */
const ofOwnerAlone = (db: Table, after = Number.POSITIVE_INFINITY): Table => {
  let left = after
  const spend = () => {
    if (left-- <= 0) throw new Error('killed')
  }
  const next: { item: Item | undefined } = { item: undefined }
  return typeReads({
    ...db,
    get: async (key: Key) => (key.pk === 'P#old-logs' ? next.item : await db.get(key)),
    put: async (put: Put): Promise<Written> => {
      if (put.put.pk !== 'P#old-logs') return await db.put(put)
      next.item = put.put
      return { ok: true, item: put.put }
    },
    query: async (range: Range) =>
      range.pk === 'P#tenants' ? [{ pk: 'P#tenants', sk: owner.tenant }] : await db.query(range),
    transact: async (...given: Parameters<Table['transact']>) => {
      spend()
      return await db.transact(...given)
    },
  })
}

const atDay = async (days: number, work: () => Promise<void>) => {
  later(days * DAY_MS)
  try {
    await work()
  } finally {
    later(-days * DAY_MS)
  }
}

const removeLogs = async (using: Table, millisecondsLeft = 900_000) => {
  const before = app()
  useApp({ ...before, db: using })
  try {
    await removeAll({}, { getRemainingTimeInMillis: () => millisecondsLeft })
  } finally {
    useApp(before)
  }
}

const differencesIn = async (kind: object) => {
  const found: unknown[] = []
  const work = { db: app().db, kind: kind as Entity<Stored>, tenant: owner.tenant, repair: false }
  await recount({ ...work, found: (difference) => found.push(difference) }, () => true)
  return found
}

const totalInTable = async () => (await app().db.query({ pk: `T#${owner.tenant}#channel-webhook-delivery` })).length

describe('the log of a channel', () => {
  it('is removed from lists and counts after ninety days, and newer entries stay', async () => {
    const { id, tell, deliveries, follow, totalOf } = await aHookedChannel(owner, { autoImportEnabled: true })
    for (let i = 0; i < 12; i++) await tell(anOrder(), { event: `e-${i % 9}` })
    await tell('broken')
    await tell('{}', { secret: 'wrong' })
    await follow()
    await syncing(owner, { id })
    expect(await totalOf()).toBe(14)
    await atDay(80, async () => {
      owner = { ...(await aMember({ tenant: owner.tenant })) }
      await tell(anOrder())
      await removeLogs(ofOwnerAlone(app().db))
    })
    expect(await app().db.query({ pk: `T#${owner.tenant}#channel-webhook-delivery` })).toHaveLength(15)
    await atDay(91, async () => {
      await removeLogs(ofOwnerAlone(app().db))
    })
    owner = await aMember({ tenant: owner.tenant })
    const list = await owner.get(`/api/sales/channels/${id}/webhook-deliveries`)
    expect([list.body.totalItems, list.body.member.length]).toEqual([1, 1])
    const processed = await owner.get(`/api/sales/channels/${id}/webhook-deliveries?status=processed`)
    expect([processed.body.totalItems, processed.body.member.length]).toEqual([0, 0])
    const ofTopic = await owner.get(`/api/sales/channels/${id}/webhook-deliveries?topic=order.created`)
    expect(ofTopic.body.totalItems).toBe(1)
    expect(await runsOf(owner, { id })).toEqual([])
    for (const kind of [webhookDeliveries, syncRuns]) expect(await differencesIn(kind)).toEqual([])
    const left = await app().db.query({ pk: `T#${owner.tenant}#channel-webhook-delivery?channelId=${id}#counts` })
    expect(left.filter(({ sk, n }) => !sk.startsWith('0#') && n === 0)).toEqual([])
    expect((await deliveries()).map(({ status }) => status)).toEqual(['received'])
  })

  it('keeps runs that have not ended', async () => {
    const { id } = await aHookedChannel(owner)
    await owner.post(`/api/sales/channels/${id}/catalog/import`)
    expect(await runsOf(owner, { id })).toMatchObject([{ status: null }])
    await atDay(91, () => removeLogs(ofOwnerAlone(app().db)))
    expect(await runsOf(owner, { id })).toMatchObject([{ status: null }])
  })

  it('is removed with the counts of its days, and those of all days and of ninety days stay', async () => {
    const { id, tell, follow } = await aHookedChannel(owner, { autoImportEnabled: true })
    const { db } = app()
    const daysCounted = async () => {
      const items = await db.query({ pk: `T#${owner.tenant}#channel-counts?channelId=${id}` })
      return [...new Set(items.map(({ sk }) => String(sk).split('#')[0]))]
    }
    await tell(anOrder())
    await follow()
    const first = app().clock().toISOString().slice(0, 10)
    const imported = async (period: string) =>
      (await owner.get(`/api/sales/channels/${id}/analytics?period=${period}`)).body.totalOrdersImported
    for (const [day, left] of [
      [89, [first, 'all']],
      [91, ['all']],
    ] as const) {
      await atDay(day, async () => {
        owner = await aMember({ tenant: owner.tenant })
        await removeLogs(ofOwnerAlone(db))
        expect([await imported('90d'), await imported('all_time')]).toEqual([left.length - 1, 1])
      })
      expect(await daysCounted()).toEqual(left)
    }
  })

  it('is removed once, by the next run if the worker dies at any transaction', async () => {
    const { tell, totalOf } = await aHookedChannel(owner)
    for (let i = 0; i < 40; i++) await tell(anOrder())
    await atDay(91, async () => {
      for (let after = 0; after < 3; after++)
        await expect(removeLogs(ofOwnerAlone(app().db, after))).rejects.toThrow('killed')
      await removeLogs(ofOwnerAlone(app().db))
    })
    expect(await totalOf()).toBe(0)
    expect(await differencesIn(webhookDeliveries)).toEqual([])
  })

  it('is left to the next run if time is up', async () => {
    const { tell, totalOf } = await aHookedChannel(owner)
    for (let i = 0; i < 3; i++) await tell(anOrder())
    await atDay(91, async () => {
      const db = ofOwnerAlone(app().db)
      await removeLogs(db, 10_000)
      expect(await totalInTable()).toBe(3)
      expect(await db.get({ pk: 'P#old-logs', sk: 'NEXT' })).toMatchObject({ tenant: owner.tenant })
      await removeLogs(db)
      expect((await db.get({ pk: 'P#old-logs', sk: 'NEXT' }))?.tenant).toBeUndefined()
    })
    expect(await totalOf()).toBe(0)
  })
})
