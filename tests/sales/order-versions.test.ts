import { beforeAll, describe, expect, it } from 'vitest'
import { aMember, type Member } from '../support/client.ts'
import { aSellingChannel, downstreamOf, hearing, orderOf } from './downstream.ts'
import { aManualChannel, aRow, importing, ordersOf } from './orders.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 6, minute)).toISOString()

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

/** Counts of an answer: imported, of these updated, skipped, of these ambiguous, and failed. */
const countsOf = ({ body, text }: { body: Record<string, unknown>; text: string }) => {
  const { totalOrders, imported, updated, skipped, ambiguous, failed } = body as Record<string, number>
  expect((imported ?? 0) + (skipped ?? 0) + (failed ?? 0), text).toBe(totalOrders)
  return { imported, updated, skipped, ambiguous, failed }
}

const counts = (fields: Partial<ReturnType<typeof countsOf>>) => ({
  ...{ imported: 0, updated: 0, skipped: 0, ambiguous: 0, failed: 0 },
  ...fields,
})

const sending = async (channel: { id: string }, rows: object[], more: object = {}) =>
  countsOf(await importing(owner, channel.id, rows, more))

const analytics = async (channel: { id: string }) =>
  (await owner.get(`/api/sales/channels/${channel.id}/analytics`)).body

const NOTHING = { isUnbilled: false, owed: 0, ready: 0, cancelled: [] }

describe('a row that is cancelled', () => {
  it('is imported as a cancelled order, of which nothing is billable, owed or told', async () => {
    const channel = await aSellingChannel(owner)
    const row = aRow({ status: 'cancelled', lineItems: [{ sku: 'TEA', quantity: 1, unitPrice: 500 }] })
    expect(await sending(channel, [row])).toEqual(counts({ imported: 1 }))
    const order = await orderOf(owner, channel.id, row.externalOrderId)
    expect(order).toMatchObject({
      status: 'cancelled',
      platformStatus: 'cancelled',
      decidedBy: null,
      cancellationReason: 'The order was cancelled',
      lineItems: [{ sku: 'TEA' }],
    })
    expect(await downstreamOf(owner, channel.id, order.id)).toEqual(NOTHING)
    expect(await analytics(channel)).toMatchObject({ totalOrdersImported: 1, ordersAccepted: 0, totalRevenue: 0 })
    expect(await sending(channel, [row])).toEqual(counts({ skipped: 1 }))
  })

  it.each(['cancelled', 'canceled', 'CANCELLED', ' Cancelled '])('says so with the word "%s"', async (status) => {
    const channel = await aManualChannel(owner)
    await sending(channel, [aRow({ status })])
    expect((await ordersOf(owner, { channelId: channel.id, status: 'cancelled' })).total).toBe(1)
  })

  it('says so with no other word, which acceptance rules decide about', async () => {
    const channel = await aManualChannel(owner)
    await owner.post('/api/sales/acceptance-rule-sets', {
      channelId: channel.id,
      name: 'Refunded',
      action: 'reject',
      conditions: [{ logic: 'and', rules: [{ field: 'status', operator: 'eq', value: 'refunded' }] }],
    })
    const words = ['refunded', 'not cancelled', 'cancelled by us', 'cancel', 'void', 'failed', 'Storniert', '']
    const rows = words.map((status) => aRow({ status }))
    expect(await sending(channel, rows)).toEqual(counts({ imported: rows.length }))
    const { orders } = await ordersOf(owner, { channelId: channel.id })
    const stateOf = new Map(orders.map(({ externalOrderId, status }) => [externalOrderId, status]))
    expect(rows.map(({ externalOrderId }) => stateOf.get(externalOrderId))).toEqual([
      'rejected',
      ...Array(words.length - 1).fill('accepted'),
    ])
  })

  it('cancels an order that exists, with all that follows, and an older row does not revive it', async () => {
    const channel = await aSellingChannel(owner)
    const row = aRow({ modifiedAt: at(1) })
    await sending(channel, [row])
    const { id } = await orderOf(owner, channel.id, row.externalOrderId)
    const cancelled = { ...row, status: 'cancelled', total: 0, modifiedAt: at(3) }
    expect(await sending(channel, [cancelled])).toEqual(counts({ imported: 1, updated: 1 }))
    const end = { isUnbilled: false, owed: 0, ready: 1, cancelled: ['The order was cancelled'] }
    expect((await owner.get(`/api/sales/orders/${id}`)).body).toMatchObject({ status: 'cancelled', total: 0 })
    expect(await downstreamOf(owner, channel.id, id)).toEqual(end)
    expect(await analytics(channel)).toMatchObject({ totalOrdersImported: 1, ordersAccepted: 1, totalRevenue: 0 })
    expect(await sending(channel, [{ ...row, modifiedAt: at(2) }])).toEqual(counts({ skipped: 1 }))
    expect(await sending(channel, [cancelled])).toEqual(counts({ skipped: 1 }))
    expect((await owner.get(`/api/sales/orders/${id}`)).body).toMatchObject({ status: 'cancelled', total: 0 })
    expect(await downstreamOf(owner, channel.id, id)).toEqual(end)
  })

  it('wins over another row of the same moment, or of none, whichever comes first', async () => {
    for (const moment of [{}, { modifiedAt: at(1) }]) {
      const channel = await aManualChannel(owner)
      const [one, other] = [aRow(moment), aRow(moment)]
      const cancel = (row: object) => ({ ...row, status: 'cancelled' })
      expect(await sending(channel, [one, cancel(other)])).toEqual(counts({ imported: 2 }))
      expect(await sending(channel, [cancel(one), other])).toEqual(
        counts({ imported: 1, updated: 1, skipped: 1, ambiguous: 1 }),
      )
      expect((await ordersOf(owner, { channelId: channel.id, status: 'cancelled' })).total).toBe(2)
    }
  })

  it('ends the review of a held order', async () => {
    const channel = await aManualChannel(owner)
    await owner.post('/api/sales/acceptance-rule-sets', {
      channelId: channel.id,
      name: 'All',
      action: 'hold',
      conditions: [{ logic: 'and', rules: [{ field: 'total', operator: 'exists' }] }],
    })
    const row = aRow({ modifiedAt: at(1) })
    await sending(channel, [row])
    await sending(channel, [{ ...row, status: 'cancelled', modifiedAt: at(2) }])
    const order = await orderOf(owner, channel.id, row.externalOrderId)
    expect([order.status, (await owner.post(`/api/sales/orders/${order.id}/accept`)).status]).toEqual([
      'cancelled',
      409,
    ])
  })
})

describe('a row of an order that exists', () => {
  it('changes it if it is later, with what is owed and earned, and else is skipped', async () => {
    const channel = await aSellingChannel(owner)
    const row = aRow({ total: 1000, status: 'processing', modifiedAt: at(2), note: 'first' })
    await sending(channel, [row])
    const { id } = await orderOf(owner, channel.id, row.externalOrderId)
    const later = { ...row, total: 1700, status: 'paid', modifiedAt: at(3), note: 'second' }
    expect(await sending(channel, [later])).toEqual(counts({ imported: 1, updated: 1 }))
    const { body: changed, headers } = await owner.get(`/api/sales/orders/${id}`)
    expect(changed).toMatchObject({
      status: 'accepted',
      platformStatus: 'paid',
      total: 1700,
      platformModifiedAt: at(3),
    })
    expect(await downstreamOf(owner, channel.id, id)).toEqual({
      isUnbilled: true,
      owed: 1700,
      ready: 1,
      cancelled: [],
    })
    expect(await analytics(channel)).toMatchObject({ totalOrdersImported: 1, totalRevenue: 1700 })
    const received = await owner.get(`/api/sales/channels/${channel.id}/external-orders/${row.externalOrderId}`)
    expect(JSON.parse(received.body.payload)).toEqual(later)

    const offset = later.modifiedAt.replace('T06', 'T07').replace('Z', '+01:00')
    for (const [version, ambiguous] of [
      [later, 0],
      [row, 0],
      [{ ...later, modifiedAt: offset }, 1],
      [{ ...later, total: 1 }, 1],
      [{ ...later, modifiedAt: null }, 1],
    ] as const)
      expect(await sending(channel, [version])).toEqual(counts({ skipped: 1, ambiguous }))
    expect((await owner.get(`/api/sales/orders/${id}`)).headers.ETag).toBe(headers.ETag)
  })

  it('without a time changes nothing, and any time is later than none', async () => {
    const channel = await aManualChannel(owner)
    const row = aRow({ total: 1 })
    await sending(channel, [row])
    expect(await sending(channel, [{ ...row, total: 2 }])).toEqual(counts({ skipped: 1, ambiguous: 1 }))
    expect((await orderOf(owner, channel.id, row.externalOrderId)).total).toBe(1)
    expect(await sending(channel, [{ ...row, total: 3, modifiedAt: at(0) }])).toEqual(
      counts({ imported: 1, updated: 1 }),
    )
    expect((await orderOf(owner, channel.id, row.externalOrderId)).total).toBe(3)
  })

  it('with skipDuplicates false fails if it would be skipped, and changes the order if it is later', async () => {
    const channel = await aManualChannel(owner)
    const [one, other] = [aRow({ modifiedAt: at(1) }), aRow({ modifiedAt: at(1) })]
    await sending(channel, [one, other])
    const rows = [one, { ...other, total: 7, modifiedAt: at(2) }, { ...one, total: 8, modifiedAt: at(0) }]
    const { body, text } = await importing(owner, channel.id, rows, { skipDuplicates: false })
    expect(countsOf({ body, text })).toEqual(counts({ imported: 1, updated: 1, failed: 2 }))
    const error = expect.stringMatching(/^duplicate: .*modifiedAt/)
    expect(body.errors).toEqual([one, one].map(({ externalOrderId }) => ({ externalOrderId, error })))
    expect((await orderOf(owner, channel.id, other.externalOrderId)).total).toBe(7)
  })

  it('fails alone if its time does not exist or is no time', async () => {
    const channel = await aManualChannel(owner)
    const times = ['2026-02-30T25:00:00Z', 'yesterday', 20_260_302, '2026-03-02']
    const rows = [...times.map((modifiedAt) => aRow({ modifiedAt })), aRow({ modifiedAt: null })]
    const { body, text } = await importing(owner, channel.id, rows)
    expect(countsOf({ body, text })).toEqual(counts({ imported: 1, failed: 4 }))
    for (const { error } of body.errors) expect(error).toContain('modifiedAt')
  })

  it('is compared with what its shop said, and the news of the shop with the row', async () => {
    const channel = await aManualChannel(owner)
    const row = aRow({ total: 1 })
    await hearing(owner, channel.id, row, { modifiedAt: at(5) })
    expect(await sending(channel, [{ ...row, total: 2, modifiedAt: at(4) }])).toEqual(counts({ skipped: 1 }))
    expect(await sending(channel, [{ ...row, total: 3, modifiedAt: at(6) }])).toEqual(
      counts({ imported: 1, updated: 1 }),
    )
    expect(await hearing(owner, channel.id, row, { modifiedAt: at(5) })).toMatchObject({ action: 'unchanged' })
    expect((await orderOf(owner, channel.id, row.externalOrderId)).total).toBe(3)
  })
})

describe('versions of an order', () => {
  it('of one request leave the latest one, wherever it stands, and it alone is imported', async () => {
    const channel = await aSellingChannel(owner)
    const base = aRow()
    const versions = [1, 2, 3].map((minute) => ({ ...base, total: minute * 100, modifiedAt: at(minute) }))
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const externalOrderId = `${base.externalOrderId}-${order.join('')}`
      const rows = order.map((place) => ({ ...(versions[place] as (typeof versions)[number]), externalOrderId }))
      expect(await sending(channel, rows)).toEqual(counts({ imported: 1, skipped: 2 }))
      const { id, total } = await orderOf(owner, channel.id, externalOrderId)
      expect(total).toBe(300)
      expect(await downstreamOf(owner, channel.id, id)).toEqual({
        isUnbilled: true,
        owed: 300,
        ready: 1,
        cancelled: [],
      })
    }
  })

  it('of which the latest is invalid leave the latest of the others', async () => {
    const channel = await aManualChannel(owner)
    const row = aRow({ total: 5, modifiedAt: at(1) })
    expect(await sending(channel, [{ ...row, total: 'much', modifiedAt: at(2) }, row])).toEqual(
      counts({ imported: 1, failed: 1 }),
    )
    expect((await orderOf(owner, channel.id, row.externalOrderId)).total).toBe(5)
  })

  it('that arrive in several requests at once leave the latest one, for each of many orders', async () => {
    const channel = await aSellingChannel(owner)
    const bases = Array.from({ length: 60 }, () => aRow())
    const rowsOf = (minute: number) =>
      bases.map((base, place) => ({
        ...{ ...base, total: minute * 1000 + place, modifiedAt: at(minute) },
        ...(minute === 4 && place % 3 === 0 && { status: 'cancelled' }),
      }))
    const answers = await Promise.all([3, 1, 4, 2].map((minute) => importing(owner, channel.id, rowsOf(minute))))
    const sum = answers.map(countsOf).reduce((all, { imported = 0, updated = 0 }) => all + imported - updated, 0)
    expect(sum).toBe(bases.length)
    const { orders } = await ordersOf(owner, { channelId: channel.id })
    const found = new Map(orders.map((order) => [order.externalOrderId, order as unknown as Record<string, unknown>]))
    expect(bases.map(({ externalOrderId }) => found.get(externalOrderId))).toEqual(
      rowsOf(4).map(({ total }, place) =>
        expect.objectContaining({ total, status: place % 3 ? 'accepted' : 'cancelled', platformModifiedAt: at(4) }),
      ),
    )
    const revenue = rowsOf(4).reduce((all, { total }, place) => all + (place % 3 ? total : 0), 0)
    expect(await analytics(channel)).toMatchObject({ totalOrdersImported: 60, totalRevenue: revenue })
    expect((await ordersOf(owner, { channelId: channel.id, status: 'cancelled' })).total).toBe(20)
    for (const minute of [4, 1, 2, 3])
      expect(await sending(channel, rowsOf(minute))).toEqual(counts({ skipped: bases.length }))
  })
})
