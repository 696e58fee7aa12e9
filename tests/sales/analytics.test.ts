import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { analyse } from '../../lib/sales/analytics/compute-analytics.ts'
import type { StoredChannel } from '../../lib/sales/channels/channel.ts'
import { findChannel } from '../../lib/sales/channels/channel-store.ts'
import { importOrder } from '../../lib/sales/order-changes/import-order.ts'
import { readCounts } from '../../lib/sales/orders/counts-store.ts'
import { aMember, type Member } from '../support/client.ts'
import { aManualChannel, aRow, importing } from './orders.ts'

const ALL = '/api/sales/channels/analytics'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})
afterAll(() => useApp(undefined))

const analytics = async (id: string, query = '') =>
  (await owner.get(`/api/sales/channels/${id}/analytics${query}`)).body

describe('the analytics of a channel', () => {
  it('are all 0 if nothing has happened', async () => {
    const { id, name } = await aManualChannel(owner)
    expect(await analytics(id)).toEqual({
      '@context': '/api/docs/contexts/ChannelAnalytics',
      '@id': `/api/sales/channels/${id}/analytics`,
      '@type': 'ChannelAnalytics',
      channelId: id,
      channelName: name,
      channelType: 'manual',
      totalOrdersImported: 0,
      totalOrdersFailed: 0,
      ordersAccepted: 0,
      ordersRejected: 0,
      ordersHeldForReview: 0,
      totalSyncs: 0,
      successfulSyncs: 0,
      failedSyncs: 0,
      acceptanceRate: 0,
      syncSuccessRate: 0,
      totalRevenue: 0,
      averageOrderValue: 0,
      currency: null,
      otherRevenue: [],
      averageProcessingTimeSeconds: 0,
      lastSyncAt: null,
      period: '30d',
    })
    expect((await owner.get('/api/sales/channels/01J00000000000000000000000/analytics')).status).toBe(404)
    expect((await owner.get(`/api/sales/channels/${id}/analytics?period=1d`)).status).toBe(400)
  })

  it("sum revenue in the channel's currency, round half up and show other currencies separately", async () => {
    const { id } = await aManualChannel(owner)
    await owner.patch(`/api/sales/channels/${id}/currencies`, { defaultCurrency: 'USD' })
    const inUsd = [1, 2, 3, 4].map((total) => aRow({ total, currency: 'USD' }))
    const placedAt = new Date(app().clock().getTime() - 60_000).toISOString()
    await importing(owner, id, [...inUsd, aRow({ total: 700, placedAt }), aRow({ total: 'x' })])
    const shown = await analytics(id, '?period=today')
    expect(shown).toMatchObject({
      totalOrdersImported: 5,
      totalOrdersFailed: 1,
      ordersAccepted: 5,
      acceptanceRate: 1,
      totalRevenue: 10,
      averageOrderValue: 3,
      currency: 'USD',
      otherRevenue: [{ currency: 'EUR', totalRevenue: 700, averageOrderValue: 700, orders: 1 }],
      period: 'today',
    })
    expect(shown.averageProcessingTimeSeconds).toBeGreaterThanOrEqual(60)
  })

  it('count orders on the day of their import in the time zone of the tenant', async () => {
    const member = await aMember()
    const settings = [{ key: 'general.timezone', value: 'Pacific/Auckland' }]
    await member.put('/api/configuration/settings/bulk', { settings })
    const { id } = await aManualChannel(member)
    const { db } = app()
    const channel = (await findChannel(db, member.tenant, id)) as StoredChannel
    const at = async (now: string) =>
      runInUnit(db, { tenant: member.tenant, actor: null, now: new Date(now) }, (unit) =>
        importOrder(app(), unit, channel, aRow(), { modifiedAt: null }),
      )
    // Midnight in Auckland is 12:00 UTC in July.
    for (const now of ['2026-07-01T11:59:00Z', '2026-07-01T12:01:00Z', '2026-07-08T11:59:00Z']) await at(now)
    const counted = async (period: 'today' | '7d' | '30d' | 'all_time', now: string) =>
      (await readCounts(db, member.tenant, id, { period, zone: 'Pacific/Auckland', now: new Date(now) })).imported ?? 0
    expect(await counted('today', '2026-07-01T11:59:59Z')).toBe(1)
    expect(await counted('today', '2026-07-01T12:30:00Z')).toBe(1)
    expect(await counted('7d', '2026-07-08T11:59:59Z')).toBe(2)
    expect(await counted('7d', '2026-07-08T12:00:01Z')).toBe(1)
    expect(await counted('30d', '2026-07-08T12:00:01Z')).toBe(3)
    expect(await counted('all_time', '2030-01-01T00:00:00Z')).toBe(3)
  })

  it('stay within the integers that JSON represents exactly', async () => {
    const { id } = await aManualChannel(owner)
    const most = Number.MAX_SAFE_INTEGER
    const { body } = await importing(owner, id, [aRow({ total: most }), aRow({ total: most }), aRow({ total: most })])
    expect(body.imported).toBe(3)
    expect(await analytics(id)).toMatchObject({ totalRevenue: most, averageOrderValue: most })
  })

  it('have rates of 0 instead of dividing by 0', () => {
    const channel = { id: 'A', name: 'A', type: 'manual', lastSyncAt: null } as const
    const shown = analyse(
      channel,
      { rejected: 1, syncsFailed: 3, syncsSucceeded: 1 },
      { preferred: null, period: '7d' },
    )
    expect(shown).toMatchObject({ acceptanceRate: 0, totalSyncs: 4, syncSuccessRate: 0.25, averageOrderValue: 0 })
  })
})

it('lists the analytics of channels by the requested measure, page by page', async () => {
  const member = await aMember()
  const made = await Promise.all([1, 2, 3].map(() => aManualChannel(member)))
  const [few, rich, many] = made.map(({ id }) => id) as [string, string, string]
  await importing(member, few, [aRow({ total: 1 })])
  await importing(member, rich, [aRow({ total: 9000 }), aRow({ total: 9000 })])
  await importing(
    member,
    many,
    [aRow(), aRow(), aRow()].map((row) => ({ ...row, total: 10 })),
  )
  const listed = async (query: string) => {
    const { body } = await member.get(`${ALL}?${query}`)
    expect(body.totalItems).toBe(3)
    return body.member.map(({ channelId }: { channelId: string }) => channelId)
  }
  expect(await listed('')).toEqual([many, rich, few])
  expect(await listed('sortBy=revenue')).toEqual([rich, many, few])
  expect(await listed('sortBy=revenue&limit=2&page=2')).toEqual([few])
  expect(await listed('sortBy=acceptance_rate&period=90d')).toHaveLength(3)
  expect((await member.get(`${ALL}?limit=101`)).status).toBe(400)
  expect((await member.get(`${ALL}?sortBy=name`)).status).toBe(400)
})
