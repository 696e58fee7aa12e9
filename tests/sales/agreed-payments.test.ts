import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { createLog } from '../../lib/platform/log.ts'
import { warnOfExpiry } from '../../lib/sales/order-changes/watch-authorization.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import type { ShopifyCart } from '../connectors/servers/shopify-order.ts'
import {
  aConnected,
  aPolicy,
  ordersOf as fulfilmentOrdersOf,
  INCIDENTS,
  playing,
  settled,
  stocking,
  stockOf,
} from '../fulfilment/fulfilling.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { downstreamOf } from './downstream.ts'
import { aShopifyChannel } from './hooks.ts'
import { aManualChannel, aRow, importing } from './orders.ts'
import { simulating } from './sync.ts'

const DAY_MS = 86_400_000
const TEA = { sku: 'TEA', name: 'Tea', quantity: 2, price: 1000 }
const NET_30 = {
  ...{ paymentTermsName: 'Net 30', paymentTermsType: 'NET' },
  paymentSchedules: { nodes: [{ dueAt: '2026-04-01T00:00:00Z', completedAt: null }] },
}

let owner: Member
let shop: Awaited<ReturnType<typeof startShopify>>
let channel: Awaited<ReturnType<typeof aShopifyChannel>>
beforeEach(async () => {
  owner = await aMember()
  shop = await startShopify()
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  const { address, server } = shop
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
  })
  channel = await aShopifyChannel(owner, shop)
})
afterEach(() => shop.server.stop())
afterAll(() => useApp(undefined))

const tell = async (topic = 'orders/updated', fields: object = {}) => {
  await channel.tell(1, topic, fields)
  await channel.follow()
  await settled()
  const [found] = (await channel.orders()) as unknown as { id: string }[]
  return (await owner.get(`/api/sales/orders/${found?.id}`)).body
}
const sell = async (cart: Partial<ShopifyCart> = {}, more: object = {}) => {
  shop.putCart(1, { currency: 'EUR', isGross: true, lines: [TEA], ...cart }, more)
  return await tell()
}
const setting = async (orderSettings: object) => {
  const { status, text } = await owner.patch(`/api/sales/channels/${channel.id}`, { orderSettings })
  expect(status, text).toBe(200)
}
const risksOf = async (orderId: string) =>
  (await readEvents(owner.tenant))
    .filter(({ topic }) => topic === 'sales.order.payment_at_risk')
    .map(({ data }) => data as { orderId: string; cause: string; until: string | null })
    .filter((data) => data.orderId === orderId)

describe('an order with payment terms', () => {
  beforeEach(() => void shop.mode.scopes.push('read_payment_terms'))

  it('waits unless the channel sells on account, and then a payment changes only the payment', async () => {
    const unpaid = { financialStatus: 'PENDING' }
    const held = await sell(unpaid, { paymentTerms: NET_30 })
    expect(held).toMatchObject({
      ...{ status: 'held', paymentStatus: 'unpaid' },
      payment: { terms: 'Net 30', dueAt: '2026-04-01T00:00:00.000Z' },
    })
    await setting({ fulfilsPaymentTerms: true })
    const accepted = await sell(unpaid, { paymentTerms: NET_30 })
    expect(accepted).toMatchObject({ id: held.id, status: 'accepted', paymentStatus: 'unpaid' })
    expect(await downstreamOf(owner, channel.id, held.id)).toMatchObject({ isUnbilled: true, ready: 1 })
    const paid = await sell({ financialStatus: 'PAID' })
    expect(paid).toMatchObject({
      ...{ status: 'accepted', paymentStatus: 'paid', placedAt: held.placedAt, decidedBy: accepted.decidedBy },
      payment: { terms: 'Net 30', dueAt: '2026-04-01T00:00:00.000Z', paidAmount: 2000 },
    })
    expect(await downstreamOf(owner, channel.id, held.id)).toMatchObject({ isUnbilled: true, ready: 1 })
    const { body } = await owner.get(`/api/sales/orders/${held.id}/revisions`)
    expect(body.member[0].changes.map(({ field }: { field: string }) => field).sort()).toEqual([
      'payment',
      'paymentStatus',
      'platformStatus',
    ])
  })

  it.each([
    ['is due with the bill', 'held', { ...NET_30, paymentTermsType: 'RECEIPT' }],
    [
      'is due when it is fulfilled',
      'accepted',
      { ...NET_30, paymentTermsType: 'FULFILLMENT', paymentSchedules: { nodes: [] } },
    ],
    ['has no terms', 'held', null],
  ])('that %s is %s', async (_, status, paymentTerms) => {
    await setting({ fulfilsPaymentTerms: true })
    expect(await sell({ financialStatus: 'PENDING' }, { paymentTerms })).toMatchObject({ status })
  })

  it('waits like any other if the app may not see them', async () => {
    shop.mode.scopes.pop()
    await setting({ fulfilsPaymentTerms: true })
    expect(await sell({ financialStatus: 'PENDING' }, { paymentTerms: NET_30 })).toMatchObject({
      ...{ status: 'held', payment: { terms: null, dueAt: null } },
    })
  })

  it('is a row of an import as well', async () => {
    const { id } = await aManualChannel(owner, { orderSettings: { fulfilsPaymentTerms: true } })
    const payment = { terms: '30 days', dueAt: '2026-04-01T00:00:00Z' }
    const rows = [
      aRow({ paymentStatus: 'unpaid', payment }),
      aRow({ paymentStatus: 'unpaid' }),
      aRow({ paymentStatus: 'unpaid', payment: { terms: 'x', dueAt: '2026-02-30T25:00:00Z' } }),
    ]
    const { body } = await importing(owner, id, rows)
    expect(body).toMatchObject({ imported: 2, failed: 1 })
    const { body: found } = await owner.get(`/api/sales/orders?channelId=${id}`)
    expect(found.member.map(({ status }: { status: string }) => status).sort()).toEqual(['accepted', 'held'])
  })
})

describe('an authorization', () => {
  const expiring = (days: number, more: object = {}) => {
    const authorizationExpiresAt = new Date(Math.floor(Date.now() / 1000) * 1000 + days * DAY_MS).toISOString()
    return { transactions: [{ kind: 'AUTHORIZATION', status: 'SUCCESS', authorizationExpiresAt, ...more }] }
  }
  const findTask = async (orderId: string) =>
    (await app().db.query({ pk: 'T#PLATFORM#task' })).find(
      ({ task, data }) =>
        task === 'sales.order.warn-of-expiry' && (data as { orderId: string } | undefined)?.orderId === orderId,
    )
  const runDue = async (orderId: string) => {
    const task = await findTask(orderId)
    if (!task) throw new Error('nothing is watched')
    const at = new Date(Date.parse(task.notBefore as string))
    await runTask(app(), task, at, createLog({}))
    // A worker that dies before it says that it is done leaves the task to another one.
    await warnOfExpiry(app(), task.data as Parameters<typeof warnOfExpiry>[1], at)
    return task
  }

  it('that expires is warned of once, two days before, if nothing was handed over', async () => {
    const more = expiring(7)
    const order = await sell({ financialStatus: 'AUTHORIZED' }, more)
    const until = more.transactions[0]?.authorizationExpiresAt ?? ''
    expect(order).toMatchObject({ status: 'accepted', payment: { authorizationExpiresAt: until } })
    const task = await runDue(order.id)
    expect(Date.parse(until) - Date.parse(task.notBefore as string)).toBe(2 * DAY_MS)
    expect(await risksOf(order.id)).toMatchObject([{ cause: 'authorization_expires', until }])
  })

  it('that was captured meanwhile is not warned of', async () => {
    const order = await sell({ financialStatus: 'AUTHORIZED' }, expiring(7))
    await sell({ financialStatus: 'PAID' })
    await runDue(order.id)
    expect(await risksOf(order.id)).toEqual([])
  })

  it('that failed, or of which the shop does not tell the end, is not watched', async () => {
    const order = await sell({ financialStatus: 'AUTHORIZED' }, expiring(7, { status: 'FAILURE' }))
    expect(order).toMatchObject({ status: 'accepted', payment: { authorizationExpiresAt: null } })
    expect(await findTask(order.id)).toBeUndefined()
  })

  it.each(['EXPIRED', 'VOIDED'])(
    'that is %s holds the order, has it cancelled at its custodian, and lets it go on once it is paid',
    async (financialStatus) => {
      const { placed } = playing()
      await aPolicy(owner)
      const custodian = await aConnected(owner)
      const variant = await aVariant(owner, { sku: 'TEA' })
      const stock = await stocking(owner, variant.id, custodian.id, 10)
      const order = await sell({ financialStatus: 'AUTHORIZED' })
      expect(placed).toHaveLength(1)
      const held = await sell({ financialStatus })
      expect(held).toMatchObject({ id: order.id, status: 'held', paymentStatus: 'voided', cancellationReason: null })
      expect(await fulfilmentOrdersOf(owner, order.id)).toMatchObject([
        { status: 'cancelled', request: 'cancel_accepted' },
      ])
      expect(await stockOf(owner, stock.id)).toEqual({ onHand: 10, reserved: 0 })
      expect(await sell({ financialStatus: 'PAID' })).toMatchObject({ status: 'accepted' })
      expect(placed).toHaveLength(2)
      expect((await owner.get(`${INCIDENTS}?status=open`)).body.member).toEqual([])
    },
  )
})

describe('a webhook about money', () => {
  it.each(['refunds/create', 'order_transactions/create'])(
    'of %s shows a refund that moved no date of its order',
    async (topic) => {
      expect((await owner.post(`/api/sales/channels/${channel.id}/webhooks`, { topic })).status).toBe(201)
      const before = await sell()
      const { updatedAt } = shop.find(1)
      shop.putCart(
        1,
        {
          currency: 'EUR',
          isGross: true,
          lines: [TEA],
          refunds: [{ amount: 500 }],
          financialStatus: 'PARTIALLY_REFUNDED',
        },
        { updatedAt },
      )
      const after = await tell(topic, { id: 99, order_id: 1 })
      expect(after).toMatchObject({ id: before.id, keptAmount: 1500, paymentStatus: 'partly_refunded' })
      expect(after.platformModifiedAt).toBe(before.platformModifiedAt)
    },
  )
})
