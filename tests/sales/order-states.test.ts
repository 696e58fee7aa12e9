import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { createLog } from '../../lib/platform/log.ts'
import { type Sample, sample } from '../connectors/servers/sample.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import { startSylius } from '../connectors/servers/sylius.ts'
import { startVendure } from '../connectors/servers/vendure.ts'
import { startWooCommerce } from '../connectors/servers/woocommerce.ts'
import { readStateRows, type StateRow } from '../connectors/state-rows.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member, send } from '../support/client.ts'
import { aHookedChannel, anOrder } from './hooks.ts'
import { ordersOf } from './orders.ts'
import { simulating, syncing } from './sync.ts'

/** An order in a shop: paid and to be shipped, except for the word of one aspect. */
type Put = (order: Sample, row?: StateRow) => void

const upper = (word: string) => word.toUpperCase()
const LATER = '2026-03-05T10:00:00.000Z'

const ofWoo = async () => {
  const shop = await startWooCommerce()
  const put: Put = (order, row) => {
    shop.put(order)
    if (row) shop.change(order.id, { [row.aspect]: row.word })
  }
  return { shop, put, externalId: (id: number) => String(id) }
}

const DISPUTES: Record<string, object> = {
  inquiry: { initiatedAs: 'INQUIRY', status: 'NEEDS_RESPONSE' },
  chargeback: { initiatedAs: 'CHARGEBACK', status: 'UNDER_REVIEW' },
  dispute_lost: { initiatedAs: 'CHARGEBACK', status: 'LOST' },
}

const SHOPIFY_FIELDS: Record<string, (word: string) => object> = {
  dispute: (word) => ({ disputes: [{ id: 'gid://shopify/OrderDisputeSummary/1', ...DISPUTES[word] }] }),
  kind: () => ({ test: true }),
  order: () => ({ cancelledAt: LATER }),
  financialStatus: (word) => ({ displayFinancialStatus: upper(word) }),
  fulfilmentStatus: (word) => ({ displayFulfillmentStatus: upper(word) }),
}

const ofShopify = async () => {
  const shop = await startShopify()
  const put: Put = (order, row) => shop.put(order, row ? SHOPIFY_FIELDS[row.aspect]?.(row.word) : {})
  return { shop, put, externalId: (id: number) => String(id) }
}

const ofSylius = async () => {
  const shop = await startSylius()
  const put: Put = (order, row) => shop.put(order, row ? { [row.aspect]: row.word } : {})
  return { shop, put, externalId: (id: number) => String(id).padStart(9, '0') }
}

const REFUNDS: Record<string, [state: string, total: number][]> = {
  none: [['Failed', 25_800]],
  partly_refunded: [
    ['Settled', 1000],
    ['Pending', 500],
  ],
  refund_pending: [
    ['Settled', 20_000],
    ['Pending', 5800],
  ],
  refunded: [
    ['Settled', 20_000],
    ['Settled', 5800],
  ],
}

const ofVendure = async () => {
  const shop = await startVendure()
  const put: Put = (order, row) => {
    if (row?.aspect === 'payment') {
      const cancelled = { id: 'P1', state: 'Cancelled', amount: 25_800, updatedAt: order.placedAt, refunds: [] }
      return shop.putAs(order, { state: 'PaymentAuthorized', payments: [cancelled] })
    }
    if (row?.aspect !== 'refunds') return shop.putAs(order, row ? { state: row.word } : {})
    const refunds = (REFUNDS[row.word] ?? []).map(([state, total], at) => ({
      ...{ id: `R${at}`, state, total, updatedAt: order.placedAt },
    }))
    const payments = [{ id: 'P1', state: 'Settled', amount: 25_800, updatedAt: order.placedAt, refunds }]
    shop.putAs(order, { payments })
  }
  return { shop, put, externalId: (id: number) => `CODE${id}` }
}

const PLATFORMS = { woocommerce: ofWoo, shopify: ofShopify, sylius: ofSylius, vendure: ofVendure }

/** The status of a new order here; undefined if it is not imported. */
const NEW: Record<string, string | undefined> = {
  accepted: 'accepted',
  'accepted, without what was sent': 'accepted',
  'accepted, nothing to send': 'accepted',
  'waits for payment': 'held',
  waits: 'held',
  'waits, named or not': 'held',
  cancelled: 'cancelled',
  'left out': undefined,
}

/** The status of an order that was accepted before. */
const KNOWN: Record<string, string | undefined> = { ...NEW, 'left out': 'held' }

const SECRET = 'merchants-app-secret'

const DAY_MS = 86_400_000
/** The orders of the samples are a few days old, whatever the day of the test is. */
const begun = Date.now()
const clock = () => new Date(Date.parse(LATER) + DAY_MS + Date.now() - begun)

let owner: Member
beforeEach(async () => {
  simulating({ clock })
  owner = await aMember()
})
afterAll(() => useApp(undefined))

const aChannelOf = async (
  { shop }: Awaited<ReturnType<(typeof PLATFORMS)[keyof typeof PLATFORMS]>>,
  syncSettings: object = {},
) => {
  const { address, server, type, credentials } = shop
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  simulating({
    clock,
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
  })
  const { id } = await aChannel(owner, {
    type,
    credentials: type === 'shopify' ? { ...credentials, client_secret: SECRET } : credentials,
    syncSettings: { daysToLookBack: 365, ...syncSettings },
  })
  return { id: id as string }
}

const statusesOf = async (channel: { id: string }) => {
  const { orders } = await ordersOf(owner, { channelId: channel.id })
  return new Map(orders.map((order) => [order.externalOrderId, order]))
}

describe.each(Object.entries(PLATFORMS))('every state of an order of %s', (type, start) => {
  const rows = readStateRows(type as keyof typeof PLATFORMS)
  let platform: Awaited<ReturnType<typeof start>>
  beforeEach(async () => {
    platform = await start()
  })
  afterEach(() => platform.shop.server.stop())

  const about = ({ aspect, word }: StateRow) => `${aspect} ${word}`
  const shown = (found: Awaited<ReturnType<typeof statusesOf>>) =>
    Object.fromEntries(rows.map((row, at) => [about(row), found.get(platform.externalId(at + 1))?.status]))
  // The disputes of these orders are about everything that was paid, so that they end if they are lost.
  const ended = rows.filter(({ word }) => word === 'dispute_lost')
  const expected = (by: typeof NEW) =>
    Object.fromEntries(rows.map((row) => [about(row), ended.includes(row) ? 'cancelled' : by[row.happens]]))

  it('does to a new order of a sync what docs/order-states.md says', async () => {
    const channel = await aChannelOf(platform)
    for (const [at, row] of rows.entries()) platform.put(sample(at + 1), row)
    await syncing(owner, channel)
    expect(shown(await statusesOf(channel))).toEqual(expected(NEW))
    const held = [...(await statusesOf(channel)).values()].filter(({ status }) => status === 'held')
    for (const order of held) {
      const { decidedBy } = order as unknown as { decidedBy: { reason: string } }
      const row = rows[Number(order.externalOrderId.replace(/\D/g, '')) - 1] as StateRow
      expect(decidedBy.reason).toContain(`"${row.word}"`)
    }
  })

  it('does to an accepted order, as the next sync finds it, what docs/order-states.md says', async () => {
    const channel = await aChannelOf(platform)
    for (const at of rows.keys()) platform.put(sample(at + 1))
    await syncing(owner, channel)
    const before = [...(await statusesOf(channel)).values()]
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set(['accepted']))
    for (const [at, row] of rows.entries()) platform.put(sample(at + 1, { modifiedAt: LATER }), row)
    await syncing(owner, channel)
    // A placed order of Sylius never becomes a cart again, so carts are not read.
    const unread = type === 'sylius' ? { 'state cart': 'accepted' } : {}
    expect(shown(await statusesOf(channel))).toEqual({ ...expected(KNOWN), ...unread })
  })

  it('does to accepted orders the same when a filter includes only paid ones', async () => {
    const channel = await aChannelOf(platform, { statusFilters: [platform.shop.statuses.paid] })
    for (const at of rows.keys()) platform.put(sample(at + 1))
    await syncing(owner, channel)
    for (const [at, row] of rows.entries()) platform.put(sample(at + 1, { modifiedAt: LATER }), row)
    const unknown = 100
    for (const [at, row] of rows.entries()) platform.put(sample(unknown + at + 1, { modifiedAt: LATER }), row)
    await syncing(owner, channel)
    const found = await statusesOf(channel)
    for (const [at, row] of rows.entries()) {
      const { happens } = row
      const known = found.get(platform.externalId(at + 1))?.status
      if (ended.includes(row)) expect(known, about(row)).toBe('cancelled')
      else if (/^waits(,|$| for payment)/.test(happens)) expect(known, about(row)).toBe('held')
      if (happens === 'cancelled') expect(known, about(row)).toBe('cancelled')
      // A new order that waits is imported only if the filter finds one of its words.
      const fresh = found.get(platform.externalId(unknown + at + 1))?.status
      if (happens === 'cancelled') expect(fresh, about(row)).toBe('cancelled')
      if (happens === 'left out') expect(fresh, about(row)).toBeUndefined()
      if (happens === 'waits' || happens === 'waits for payment') expect(fresh, about(row)).not.toBe('accepted')
    }
  })

  it('reads the same of one order by its id', async () => {
    const channel = await aChannelOf(platform)
    const { orders } = getConnector(platform.shop.type)
    const { openShop } = await import('../../lib/sales/channels/channel-connection.ts')
    const { findChannel } = await import('../../lib/sales/channels/channel-store.ts')
    const stored = await findChannel(app().db, owner.tenant, channel.id)
    if (!stored || !orders) throw new Error('no channel')
    const { judgeShopOrder } = await import('../../lib/sales/shop-orders/judge-shop-order.ts')
    for (const [at, row] of rows.entries()) {
      platform.put(sample(at + 1), row)
      const order = await orders.get(await openShop(app(), owner.tenant, stored), platform.shop.refOf(at + 1))
      if (!order) throw new Error(`no order for ${about(row)}`)
      const { verdict, leftOut } = await judgeShopOrder(stored, order)
      const status = leftOut
        ? undefined
        : { ship: 'accepted', part_sent: 'accepted', sent: 'accepted', ended: 'cancelled' }[verdict.meaning as string]
      expect(leftOut ? undefined : (status ?? 'held'), about(row)).toBe(NEW[row.happens])
    }
  })
})

const sign = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest('base64')

const follow = async (id: string) => {
  const { body } = await owner.get(`/api/sales/channels/${id}/webhook-deliveries?itemsPerPage=100`)
  const ids = (body.member as { id: string }[]).map((each) => each.id)
  for (const task of await app().db.query({ pk: 'T#PLATFORM#task' })) {
    const { deliveryId = '' } = (task.data ?? {}) as { deliveryId?: string }
    if (!task.handledAt && ids.includes(deliveryId)) await runTask(app(), task, app().clock(), createLog({}))
  }
}

describe('a webhook', () => {
  const deliver = async (id: string, body: string, headers: Record<string, string>) => {
    const { status } = await send('POST', `/hooks/channels/${id}`, { body, headers })
    expect(status).toBe(202)
  }

  it('of WooCommerce does to new and accepted orders what docs/order-states.md says of their states', async () => {
    const platform = await ofWoo()
    const channel = await aChannelOf(platform, { autoImportEnabled: false })
    await owner.post(`/api/sales/channels/${channel.id}/webhooks`, { topic: 'order.updated' })
    const [{ secret } = { secret: '' }] = [...platform.shop.hooks.values()]
    const { wooOrder } = await import('../connectors/servers/woocommerce.ts')
    const rows = readStateRows('woocommerce')
    const tell = async (order: object) => {
      const body = JSON.stringify(order)
      const headers = { 'x-wc-webhook-topic': 'order.updated', 'x-wc-webhook-signature': sign(body, secret) }
      await deliver(channel.id, body, headers)
    }
    for (const [at, { word }] of rows.entries()) {
      await tell({ ...wooOrder(sample(at + 1)), status: word })
      await tell(wooOrder(sample(100 + at)))
    }
    await follow(channel.id)
    for (const [at, { word }] of rows.entries())
      await tell({ ...wooOrder(sample(100 + at, { modifiedAt: LATER })), status: word })
    await follow(channel.id)
    const found = await statusesOf(channel)
    for (const [at, { word, happens }] of rows.entries()) {
      expect(found.get(String(at + 1))?.status, word).toBe(NEW[happens])
      expect(found.get(String(100 + at))?.status, word).toBe(KNOWN[happens])
    }
    await platform.shop.server.stop()
  })

  it('of Shopify does to new and accepted orders what docs/order-states.md says of their states', async () => {
    const platform = await ofShopify()
    const channel = await aChannelOf(platform, { autoImportEnabled: false })
    await owner.post(`/api/sales/channels/${channel.id}/webhooks`, { topic: 'orders/updated' })
    const rows = readStateRows('shopify')
    let told = 0
    const tell = async (id: number) => {
      const body = JSON.stringify({ id })
      await deliver(channel.id, body, {
        'x-shopify-topic': 'orders/updated',
        'x-shopify-webhook-id': `e-${++told}`,
        'x-shopify-hmac-sha256': sign(body, SECRET),
      })
    }
    for (const [at, row] of rows.entries()) {
      platform.put(sample(at + 1), row)
      platform.put(sample(100 + at))
      await tell(at + 1)
      await tell(100 + at)
    }
    await follow(channel.id)
    for (const [at, row] of rows.entries()) {
      platform.put(sample(100 + at, { modifiedAt: LATER }), row)
      await tell(100 + at)
    }
    await follow(channel.id)
    const found = await statusesOf(channel)
    for (const [at, { word, happens }] of rows.entries()) {
      const ends = word === 'dispute_lost' ? 'cancelled' : happens
      expect(found.get(String(at + 1))?.status, word).toBe(NEW[ends])
      expect(found.get(String(100 + at))?.status, word).toBe(KNOWN[ends])
    }
    await platform.shop.server.stop()
  })

  it('of the simulated shop does to new and accepted orders what docs/order-states.md says of their states', async () => {
    const channel = await aHookedChannel(owner)
    const rows = readStateRows('simulator').map((row) => ({ ...row, fresh: anOrder(), known: anOrder() }))
    for (const { word, fresh, known } of rows) {
      await channel.tell({ ...fresh, status: word })
      await channel.tell(known)
    }
    await channel.follow()
    for (const { word, known } of rows) await channel.tell({ ...known, status: word, modifiedAt: LATER })
    await channel.follow()
    const found = await statusesOf(channel)
    for (const { word, happens, fresh, known } of rows) {
      expect(found.get(fresh.id)?.status, word).toBe(NEW[happens])
      expect(found.get(known.id)?.status, word).toBe(KNOWN[happens])
    }
  })

  it('does not exist on platforms that send none', () => {
    for (const type of ['sylius', 'vendure'] as const) expect(getConnector(type).webhooks).toBeUndefined()
  })
})
