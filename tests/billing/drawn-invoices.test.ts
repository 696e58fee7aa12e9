import { beforeAll, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { freeOrders } from '../../lib/billing/invoices/bill-orders.ts'
import { type App, app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { loadChannel } from '../../lib/sales/channels/channel-store.ts'
import { importOrder } from '../../lib/sales/order-changes/import-order.ts'
import { aManualChannel, aRow, importing, ordersOf } from '../sales/orders.ts'
import { aMerchant, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'

const INVOICES = '/api/billing/invoices'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const aShop = async (fields: object = {}) => {
  const partner = await aPartner(owner)
  const channel = await aManualChannel(owner, fields)
  return { partnerId: partner.id, channelId: channel.id }
}

const draw = (shop: { partnerId: string; channelId: string }, fields: object = {}) =>
  owner.post(INVOICES, { dueDate: '2099-03-31', currencyCode: 'EUR', ...shop, ...fields })

const read = async (id: string) => (await owner.get(`${INVOICES}/${id}`)).body

const tasksAbout = async (invoiceId: string) => {
  const tasks = await app().db.query({ pk: 'T#PLATFORM#task' })
  return tasks.filter(({ data, handledAt }) => !handledAt && (data as { invoiceId?: string })?.invoiceId === invoiceId)
}

/** Runs the tasks that follow from a change of the invoice until none is left. */
const follow = async (invoiceId: string, on: App = app()) => {
  for (let tasks = await tasksAbout(invoiceId); tasks.length; tasks = await tasksAbout(invoiceId))
    for (const task of tasks) await runTask(on, task, new Date(), createLog({}))
}

const references = (body: { lineItems: { reference: string }[] }) => [
  ...new Set(body.lineItems.map(({ reference }) => reference)),
]

describe('an invoice for the orders of a channel', () => {
  it('bills accepted orders at their totals, oldest first, and no others', async () => {
    const shop = await aShop()
    const lineItems = [{ name: 'Green tea', quantity: 2, unitPrice: 1000 }]
    const rows = [
      aRow({ number: 'A-1', lineItems, total: 2580 }),
      aRow({ number: 'A-2', total: 1000 }),
      aRow({ number: 'A-3', currency: 'USD' }),
    ]
    await importing(owner, shop.channelId, rows)
    await importing(owner, (await aShop()).channelId, [aRow({ number: 'B-1' })])
    const { status, body } = await draw(shop)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ status: 'draft', subtotal: 3580, lineItemCount: 3 })
    const shown = body.lineItems.map((each: Record<string, unknown>) => [each.description, each.amount, each.reference])
    expect(shown).toContainEqual(['Green tea', 2000, 'A-1'])
    expect(shown).toContainEqual([expect.stringContaining('Shipping'), 580, 'A-1'])
    expect(shown).toContainEqual(['Order A-2', 1000, 'A-2'])
    expect((await draw(shop)).body).toMatchObject({ lineItemCount: 0, subtotal: 0 })
    expect((await draw(shop, { currencyCode: 'USD' })).body.lineItems).toMatchObject([{ reference: 'A-3' }])
  })

  it('bills an order in the currency that its shop changed it to, unless an invoice includes it already', async () => {
    const shop = await aShop()
    const row = aRow({ number: 'C-1', total: 500 })
    const take = (fields: object, modifiedAt: string) =>
      runInUnit(app().db, { tenant: owner.tenant, actor: null, now: new Date() }, async (unit) => {
        const channel = await loadChannel(unit, shop.channelId)
        await importOrder(app(), unit, channel, { ...row, ...fields }, { modifiedAt })
      })
    await take({}, '2026-03-01T10:00:00Z')
    await take({ total: 700, currency: 'USD' }, '2026-03-01T11:00:00Z')
    expect((await draw(shop)).body.lineItemCount).toBe(0)
    const drawn = (await draw(shop, { currencyCode: 'USD' })).body
    expect(drawn).toMatchObject({ subtotal: 700, lineItems: [{ reference: 'C-1' }] })
    await take({ total: 600 }, '2026-03-01T12:00:00Z')
    expect((await draw(shop)).body.lineItemCount).toBe(0)
    expect((await owner.post(`${INVOICES}/${drawn.id}/cancel`, { reason: 'Wrong' })).status).toBe(200)
    await follow(drawn.id)
    expect((await draw(shop)).body).toMatchObject({ subtotal: 600, lineItems: [{ reference: 'C-1' }] })
  })

  it('uses the channel’s currency by default', async () => {
    const shop = await aShop()
    await owner.patch(`/api/sales/channels/${shop.channelId}/currencies`, { defaultCurrency: 'USD' })
    await importing(owner, shop.channelId, [aRow({ currency: 'USD' })])
    expect((await draw(shop, { currencyCode: null })).body).toMatchObject({ currencyCode: 'USD', subtotal: 2580 })
  })

  it('skips held, rejected and cancelled orders, and bills held ones once they are accepted', async () => {
    const shop = await aShop()
    await owner.post('/api/sales/acceptance-rule-sets', {
      channelId: shop.channelId,
      name: 'Large',
      action: 'hold',
      conditions: [{ logic: 'and', rules: [{ field: 'total', operator: 'gt', value: '9999' }] }],
    })
    await importing(owner, shop.channelId, [aRow({ number: 'H-1', total: 10_000 })])
    expect((await draw(shop)).body.lineItemCount).toBe(0)
    const { orders } = await ordersOf(owner, { channelId: shop.channelId })
    expect((await owner.post(`/api/sales/orders/${orders[0]?.id}/accept`)).body.status).toBe('accepted')
    expect(references((await draw(shop)).body)).toEqual(['H-1'])
  })

  it('shares no order with an invoice generated at the same time', async () => {
    const shop = await aShop()
    const rows = Array.from({ length: 20 }, (_, i) => aRow({ number: `N-${i}`, total: 100 }))
    await importing(owner, shop.channelId, rows)
    const drawn = await Promise.all([draw(shop), draw(shop), draw(shop)])
    const numbers = drawn.flatMap(({ body }) => references(body))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).toHaveLength(20)
  })

  it('releases its orders for the next invoice when it is cancelled', async () => {
    const shop = await aShop()
    await importing(owner, shop.channelId, [aRow({ number: 'C-1' }), aRow({ number: 'C-2' })])
    const { body: first } = await draw(shop, { issueImmediately: true })
    expect(first).toMatchObject({ status: 'issued', lineItemCount: 2 })
    await owner.post(`${INVOICES}/${first.id}/cancel`, { reason: 'Wrong partner' })
    await follow(first.id)
    const { body: second } = await draw(shop)
    expect(references(second).sort()).toEqual(['C-1', 'C-2'])
    // A worker that was killed before it marked the task as done repeats it when another invoice already has the orders.
    await freeOrders(app(), { tenant: owner.tenant, invoiceId: first.id }, new Date())
    expect((await draw(shop)).body.lineItemCount).toBe(0)
  })

  it('must be for the partner that sells through the channel', async () => {
    const [seller, other] = [await aPartner(owner), await aPartner(owner)]
    const own = await aShop({ partnerId: seller.id })
    expect((await draw({ ...own, partnerId: other.id })).body.violations).toMatchObject([{ propertyPath: 'partnerId' }])
    const shop = await aShop()
    const merchant = await aMerchant(owner, { partnerId: seller.id })
    await owner.put(`/api/sales/channels/${shop.channelId}/merchant`, { merchantId: merchant.id })
    expect((await draw(shop)).status).toBe(400)
    expect((await draw({ ...shop, partnerId: seller.id })).status).toBe(201)
    const nowhere = await draw({ ...shop, channelId: (await aPartner(owner)).id })
    expect(nowhere.body.violations).toMatchObject([{ propertyPath: 'channelId' }])
  })
})

describe('an invoice for more orders than fit one transaction', () => {
  const ORDERS = 130
  const aFullShop = async () => {
    const shop = await aShop()
    const rows = Array.from({ length: ORDERS }, (_, i) => aRow({ number: `M-${i}`, total: 100 + i }))
    await importing(owner, shop.channelId, rows)
    return { shop, total: rows.reduce((sum, { total }) => sum + total, 0) }
  }

  it('bills all of them within moments, and is issued only then if that was requested', async () => {
    const { shop, total } = await aFullShop()
    const { body } = await draw(shop, { issueImmediately: true })
    expect(body.status).toBe('draft')
    expect((await owner.post(`${INVOICES}/${body.id}/issue`, {})).body).toMatchObject({
      errorCode: 'OPERATION_NOT_ALLOWED',
      detail: expect.stringContaining('still being added'),
    })
    await follow(body.id)
    const whole = await read(body.id)
    expect(whole).toMatchObject({ status: 'issued', lineItemCount: ORDERS, subtotal: total })
    expect(references(whole)).toHaveLength(ORDERS)
    expect((await draw(shop)).body.lineItemCount).toBe(0)
  })

  it.each([
    [1, false],
    [1, true],
    [2, false],
    [2, true],
  ])('has each once where the process dies at transaction %i (written: %s)', async (transaction, after) => {
    const { shop, total } = await aFullShop()
    const { body } = await draw(shop)
    await expect(follow(body.id, dyingAt(transaction, after))).rejects.toThrow('killed')
    await follow(body.id)
    expect(await read(body.id)).toMatchObject({ status: 'draft', lineItemCount: ORDERS, subtotal: total })
    expect((await owner.post(`${INVOICES}/${body.id}/issue`, {})).body.status).toBe('issued')
  })

  it('releases all of them even if the process is killed repeatedly', async () => {
    const { shop, total } = await aFullShop()
    const { body } = await draw(shop)
    await follow(body.id)
    await owner.post(`${INVOICES}/${body.id}/cancel`, { reason: 'Wrong' })
    for (const after of [false, true]) await expect(follow(body.id, dyingAt(2, after))).rejects.toThrow('killed')
    await follow(body.id)
    const again = await draw(shop)
    await follow(again.body.id)
    expect(await read(again.body.id)).toMatchObject({ lineItemCount: ORDERS, subtotal: total })
  })
})

describe('an order sold for a partner', () => {
  const listCharges = async (partnerId: string) => {
    const { body } = await owner.get(`/api/billing/charges?partnerId=${partnerId}&scope=sales`)
    return body.member.map(({ amount, currency, description }: Record<string, unknown>) => [
      amount,
      currency,
      description,
    ])
  }

  it('creates a charge for the partner when it is accepted', async () => {
    const seller = await aPartner(owner)
    const shop = await aShop({ partnerId: seller.id })
    await owner.post('/api/sales/acceptance-rule-sets', {
      channelId: shop.channelId,
      name: 'Large',
      action: 'hold',
      conditions: [{ logic: 'and', rules: [{ field: 'total', operator: 'gt', value: '9999' }] }],
    })
    const rows = [aRow({ number: 'S-1', total: 500 }), aRow({ number: 'S-2', total: 10_000 }), aRow({ total: 0 })]
    await importing(owner, shop.channelId, rows)
    expect(await listCharges(seller.id)).toEqual([[500, 'EUR', 'Order S-1']])
    const { orders } = await ordersOf(owner, { channelId: shop.channelId, status: 'held' })
    await owner.post(`/api/sales/orders/${orders[0]?.id}/accept`)
    expect(await listCharges(seller.id)).toEqual([
      [10_000, 'EUR', 'Order S-2'],
      [500, 'EUR', 'Order S-1'],
    ])
    await importing(owner, shop.channelId, rows)
    expect(await listCharges(seller.id)).toHaveLength(2)
  })

  it('adjusts the charge when the platform changes or cancels the order, and keeps its partner', async () => {
    const seller = await aPartner(owner)
    const shop = await aShop({ partnerId: seller.id })
    const row = aRow({ number: 'S-3', total: 500 })
    const take = (fields: object, modifiedAt: string, isCancelled = false) =>
      runInUnit(app().db, { tenant: owner.tenant, actor: null, now: new Date() }, async (unit) => {
        const channel = await loadChannel(unit, shop.channelId)
        await importOrder(app(), unit, channel, { ...row, ...fields }, { modifiedAt, isCancelled })
      })
    await take({}, '2026-03-01T10:00:00Z')
    await take({ total: 700 }, '2026-03-01T11:00:00Z')
    await take({ total: 700, status: 'packed' }, '2026-03-01T12:00:00Z')
    await take({ total: 90, currency: 'USD' }, '2026-03-01T13:00:00Z')
    await take({ total: 90, currency: 'USD' }, '2026-03-01T14:00:00Z', true)
    const sums: Record<string, number> = {}
    const all = await listCharges(seller.id)
    for (const [amount, currency] of all) sums[currency] = (sums[currency] ?? 0) + amount
    expect(sums).toEqual({ EUR: 0, USD: 0 })
    expect(all).toHaveLength(5)
    expect(all.at(-1)).toEqual([500, 'EUR', 'Order S-3'])
    expect((await draw({ ...shop, partnerId: seller.id })).body.lineItemCount).toBe(0)
  })
})
