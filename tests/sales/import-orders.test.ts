import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../lib/platform/id.ts'
import { aMember, type Member } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { aManualChannel, aRow, importing, ordersOf } from './orders.ts'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const eventsOf = async (member: Member, topic: string) => {
  const items = await readEvents(member.tenant)
  return items.filter((item) => item.topic === topic)
}

describe('bulk import', () => {
  it.each(['.', '..', ' .. '])('rejects the id %s, since it cannot be part of a URL', async (given) => {
    const channel = await aManualChannel(owner)
    const { body } = await importing(owner, channel.id, [aRow({ externalOrderId: given })])
    const externalOrderId = given.trim()
    expect(body).toMatchObject({ imported: 0, failed: 1 })
    const error = 'orders[0].externalOrderId must not be . or .., since these cannot be part of a URL'
    expect(body.errors).toEqual([{ externalOrderId, error }])
  })

  it.each(['...', './x', '../..', '%2e%2e', 'a/../b'])(
    'accepts the id %s, and the order can be read by it',
    async (id) => {
      const channel = await aManualChannel(owner)
      expect((await importing(owner, channel.id, [aRow({ externalOrderId: id })])).body.imported).toBe(1)
      // Builds the URL like clients do.
      const path = `/api/sales/channels/${channel.id}/external-orders/${encodeURIComponent(id)}`
      const { pathname } = new URL(path, 'https://api.example')
      const { status, body } = await owner.get(pathname)
      expect([status, body.externalOrderId]).toEqual([200, id])
    },
  )

  it('imports an order with all fields, accepts it, emits the event and stores the payload', async () => {
    const channel = await aManualChannel(owner)
    const row = aRow({
      number: 'DE-100045',
      status: 'processing',
      placedAt: '2026-03-02T07:15:00+01:00',
      customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
      shippingAddress: { name: ' ', line1: 'Street 1', city: 'Berlin', countryCode: 'DE' },
      serviceLevel: 'express',
      lineItems: [{ sku: 'TEA', name: 'Green tea', quantity: 2, unitPrice: 1290, colour: 'green' }],
      giftNote: 'For Grace',
    })
    const { status, body } = await importing(owner, channel.id, [row])
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        '@type': 'BulkImportResult',
        channelId: channel.id,
        totalOrders: 1,
        imported: 1,
        skipped: 0,
        failed: 0,
        errors: [],
      }),
    ])
    const { orders, total } = await ordersOf(owner, { channelId: channel.id })
    expect(total).toBe(1)
    expect(orders[0]).toMatchObject({
      '@type': 'Order',
      externalOrderId: row.externalOrderId,
      number: 'DE-100045',
      status: 'accepted',
      platformStatus: 'processing',
      total: 2580,
      placedAt: '2026-03-02T06:15:00.000Z',
      shippingAddress: { name: null, line1: 'Street 1', line2: null, countryCode: 'DE' },
      billingAddress: null,
      serviceLevel: 'express',
      lineItems: [{ sku: 'TEA', name: 'Green tea', quantity: 2, unitPrice: 1290, total: 2580 }],
      decidedBy: { ruleSetId: null },
    })
    expect((await owner.get(`/api/sales/orders/${orders[0]?.id}`)).body).toEqual({
      ...orders[0],
      fulfilmentStatus: 'none',
    })
    const events = (await eventsOf(owner, 'sales.order.ready')).filter(
      ({ data }) => (data as { orderId: string }).orderId === orders[0]?.id,
    )
    expect(events).toHaveLength(1)
    expect(events[0]?.data).toMatchObject({ channelId: channel.id, channelName: channel.name, totalAmount: 2580 })
    const received = await owner.get(`/api/sales/channels/${channel.id}/external-orders/${row.externalOrderId}`)
    expect(received.body).toMatchObject({ platform: 'manual', externalOrderId: row.externalOrderId })
    expect(JSON.parse(received.body.payload)).toEqual(row)
    expect((await owner.get(`/api/sales/channels/${channel.id}/external-orders/none/of/these`)).status).toBe(404)
  })

  it('reports the violations of each order, in the order of the request, and imports the others', async () => {
    const { id } = await aManualChannel(owner)
    const good = [aRow(), aRow()]
    const { body } = await importing(owner, id, [
      aRow({ externalOrderId: 'A', currency: 'XQQ' }),
      good[0] as object,
      { total: '12', currency: 'eur' },
      aRow({ externalOrderId: 'B', placedAt: '2026-02-30T25:00:00Z' }),
      aRow({ externalOrderId: 'C', lineItems: [{ quantity: -1 }] }),
      good[1] as object,
      aRow({ externalOrderId: 'D', total: -1 }),
      aRow({ externalOrderId: 'E', total: 1.5 }),
      aRow({ externalOrderId: 'F', customer: 'Ada' }),
      aRow({
        externalOrderId: 'G',
        lineItems: Array(500).fill({
          quantity: 1,
          name: 'x'.repeat(500),
          sku: 'x'.repeat(255),
          bundleId: 'x'.repeat(255),
          externalLineId: 'x'.repeat(255),
          externalVariantId: 'x'.repeat(255),
          taxes: Array(9).fill({ name: 'x'.repeat(100), amount: 0 }),
        }),
      }),
    ])
    expect(body).toMatchObject({ totalOrders: 10, imported: 2, skipped: 0, failed: 8 })
    expect(body.errors.map((each: { externalOrderId: string }) => each.externalOrderId)).toEqual([
      'A',
      null,
      ...'BCDEFG',
    ])
    expect(body.errors.map(({ error }: { error: string }) => error)).toEqual([
      'orders[0].currency must be an ISO 4217 currency code',
      'orders[2].externalOrderId is required; orders[2].currency must be an ISO 4217 currency code; orders[2].total must be integer',
      'orders[3].placedAt must be a time with its offset, such as 2026-03-31T14:00:00Z',
      'orders[4].lineItems[0].quantity must be at least 0',
      'orders[6].total must be at least 0',
      'orders[7].total must be integer',
      'orders[8].customer must be object or null',
      'orders[9] must not be larger than 1024 KiB, or 200 KiB compressed',
    ])
    expect((await ordersOf(owner, { channelId: id })).total).toBe(2)
  })

  it('reports line totals that cannot be those of their lines, and countries that do not exist', async () => {
    const { id } = await aManualChannel(owner)
    const of = (...lineItems: object[]) => aRow({ lineItems })
    const { body } = await importing(owner, id, [
      of({ quantity: 3, unitPrice: 333, total: 1002 }, { quantity: 0, total: 5 }),
      of({ quantity: 2, unitPrice: 500, total: -900 }),
      aRow({ shippingAddress: { city: 'Berlin', countryCode: 'UK' } }),
      of(
        { quantity: 3, unitPrice: 333, total: 1001 },
        { quantity: 3, total: 1000 },
        { quantity: 2, unitPrice: 500, total: 900 },
      ),
      aRow({ shippingAddress: { city: 'Pristina', countryCode: 'XK' }, billingAddress: { countryCode: '' } }),
    ])
    expect(body).toMatchObject({ imported: 2, failed: 3 })
    expect(body.errors.map(({ error }: { error: string }) => error)).toEqual([
      'orders[0].lineItems[0].total must not be above unitPrice times quantity; orders[0].lineItems[1].total must be 0, because the quantity is 0',
      'orders[1].lineItems[0].total must not be above unitPrice times quantity',
      expect.stringContaining('shippingAddress.countryCode'),
    ])
    const { orders } = await ordersOf(owner, { channelId: id })
    const lines = orders.flatMap((order) => (order as unknown as { lineItems: object[] }).lineItems)
    expect(lines).toMatchObject([
      { unitPrice: 333, total: 1001 },
      { unitPrice: 333, total: 1000 },
      { unitPrice: 500, total: 900 },
    ])
  })

  it('treats duplicates within a request like existing orders', async () => {
    const { id } = await aManualChannel(owner)
    const [a, b] = [aRow(), aRow()]
    const first = await importing(owner, id, [a, b, { ...a, total: 1 }])
    expect(first.body).toMatchObject({ imported: 2, skipped: 1, failed: 0, errors: [] })
    const again = await importing(owner, id, [a, aRow(), b])
    expect(again.body).toMatchObject({ imported: 1, skipped: 2, failed: 0 })
    const strict = await importing(owner, id, [a, aRow({ externalOrderId: 'new' }), aRow({ externalOrderId: 'new' })], {
      skipDuplicates: false,
    })
    expect(strict.body).toMatchObject({ imported: 1, skipped: 0, failed: 2 })
    expect(strict.body.errors.map(({ error }: { error: string }) => error)).toEqual([
      expect.stringContaining('duplicate'),
      expect.stringContaining('duplicate'),
    ])
    expect((await ordersOf(owner, { channelId: id })).total).toBe(4)
  })

  it('accepts an id that exists in another channel', async () => {
    const [one, two] = [await aManualChannel(owner), await aManualChannel(owner)]
    const row = aRow()
    for (const { id } of [one, two]) expect((await importing(owner, id, [row])).body.imported).toBe(1)
  })

  it('reports an order whose text cannot be stored unchanged, and imports the others', async () => {
    const { id } = await aManualChannel(owner)
    const good = [aRow({ note: '1, "2" ]}' }), aRow({ notes: [[1], { a: [2] }] })]
    const flawed = {
      A: ['"meta":{"big":9007199254740993}', 'meta.big must be between'],
      B: ['"note":"one","note":"two"', 'note is given more than once'],
      C: [`"deep":${'['.repeat(40)}${']'.repeat(40)}`, 'must not be nested deeper than 32 levels'],
      D: ['"note":"a\\u0000b"', 'note must be well-formed text without NUL'],
      E: ['"meta":{"__proto__":1}', 'meta.__proto__ must not be given'],
    }
    const texts = Object.entries(flawed).map(
      ([externalOrderId, [member]]) => `{"externalOrderId":"${externalOrderId}","currency":"EUR","total":1,${member}}`,
    )
    const path = `/api/sales/channels/${id}/import-orders`
    const send = (orders: readonly string[], more = '') =>
      owner.post(path, `{"orders" : [ ${orders.join(' ,')} ]${more}}`)
    const [first, second] = good.map((row) => JSON.stringify(row)) as [string, string]
    const { status, body } = await send([first, ...texts, second], ', "skipDuplicates":false')
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ totalOrders: 7, imported: 2, skipped: 0, failed: 5 })
    expect(body.errors).toEqual(
      Object.entries(flawed).map(([externalOrderId, [, error]]) => ({
        externalOrderId,
        error: expect.stringContaining(error as string),
      })),
    )
    const { orders } = await ordersOf(owner, { channelId: id })
    expect(new Set(orders.map((each) => each.externalOrderId))).toEqual(new Set(good.map((row) => row.externalOrderId)))
    for (const more of [', "skipDuplicates":1e99', ', "orders":[]', ', "skipDuplicates":true, "skipDuplicates":true'])
      expect((await send([...texts], more)).status).toBe(400)
    expect((await send(['9007199254740993'])).status).toBe(400)
    expect((await ordersOf(owner, { channelId: id })).total).toBe(2)
  })

  it('accepts 1 to 500 orders for an active channel of the tenant', async () => {
    const { id } = await aManualChannel(owner)
    expect((await importing(owner, id, [])).status).toBe(400)
    expect(
      (
        await importing(
          owner,
          id,
          Array.from({ length: 501 }, () => aRow()),
        )
      ).status,
    ).toBe(400)
    expect((await importing(owner, id, ['row'] as never)).status).toBe(400)
    expect((await importing(owner, newId(new Date()), [aRow()])).status).toBe(404)
    expect((await importing(await aMember(), id, [aRow()])).status).toBe(404)
    await owner.post(`/api/sales/channels/${id}/pause`)
    const refused = await importing(owner, id, [aRow()])
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    await owner.post(`/api/sales/channels/${id}/disconnect`)
    expect((await importing(owner, id, [aRow()])).status).toBe(409)
    expect((await ordersOf(owner, { channelId: id })).total).toBe(0)
  })

  it('makes the channel undeletable, unless all orders failed', async () => {
    const { id } = await aManualChannel(owner)
    await importing(owner, id, [aRow({ total: 'x' })])
    expect((await owner.get(`/api/sales/channels/${id}`)).body.deletable).toBe(true)
    await importing(owner, id, [aRow()])
    expect((await owner.get(`/api/sales/channels/${id}`)).body.deletable).toBe(false)
    const { status, body } = await owner.delete(`/api/sales/channels/${id}`)
    expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
  })

  it('never leaves orders of a channel that is deleted concurrently', async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await aManualChannel(owner)
      const [imported, deleted] = await Promise.all([
        importing(owner, id, [aRow(), aRow()]),
        owner.delete(`/api/sales/channels/${id}`),
      ])
      const { total } = await ordersOf(owner, { channelId: id })
      expect([imported.status, deleted.status, total]).toEqual(imported.status === 200 ? [200, 409, 2] : [404, 204, 0])
    }
  })

  it('imports each of 500 orders once if the request is sent three times at once', { timeout: 120_000 }, async ({
    annotate,
  }) => {
    const { id } = await aManualChannel(owner)
    const line = { sku: 'TEA', name: 'Green tea', quantity: 1, unitPrice: 100 }
    const rows = Array.from({ length: 500 }, (_, i) =>
      aRow({ total: i, lineItems: [line, line, line], note: 'n'.repeat(500) }),
    )
    const began = Date.now()
    const answers = await Promise.all([1, 2, 3].map(() => importing(owner, id, rows)))
    await annotate(`500 orders three times at once: ${Date.now() - began} ms`)
    const sum = (name: string) => answers.reduce((all, { body }) => all + body[name], 0)
    expect([sum('imported'), sum('skipped'), sum('failed')]).toEqual([500, 1000, 0])
    const seen = new Set<string>()
    for (let page = 1; page <= 5; page++)
      for (const order of (await ordersOf(owner, { channelId: id, page: String(page) })).orders)
        seen.add(order.externalOrderId)
    expect(seen.size).toBe(500)
    const { body } = await owner.get(`/api/sales/channels/${id}/analytics`)
    expect(body).toMatchObject({ totalOrdersImported: 500, ordersAccepted: 500, totalRevenue: (499 * 500) / 2 })
  })

  it('imports 500 orders at once', { timeout: 60_000 }, async ({ annotate }) => {
    const { id } = await aManualChannel(owner)
    const rows = Array.from({ length: 500 }, () => aRow({ note: 'n'.repeat(2000) }))
    const began = Date.now()
    expect((await importing(owner, id, rows)).body.imported).toBe(500)
    await annotate(`500 orders: ${Date.now() - began} ms`)
  })

  it('stores a large record, and rejects a body of more than 5 MiB', async () => {
    const { id } = await aManualChannel(owner)
    const random = Array.from({ length: 40_000 }, (_, i) => (i * 2654435761) % 4294967296)
    const row = aRow({ history: random })
    expect((await importing(owner, id, [row])).body.imported).toBe(1)
    const { body } = await owner.get(`/api/sales/channels/${id}/external-orders/${row.externalOrderId}`)
    expect(JSON.parse(body.payload)).toEqual(row)
    expect((await importing(owner, id, [aRow({ history: 'x'.repeat(5 * 1024 * 1024) })])).status).toBe(413)
  })
})
