import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RemoteOrder } from '../../lib/connectors/connector.ts'
import { signUrl } from '../../lib/connectors/woocommerce/oauth1.ts'
import { connect, refusalOf, walk } from './platforms.ts'
import { sample, second } from './servers/sample.ts'
import { shopifyOrder, startShopify } from './servers/shopify.ts'
import { startSylius } from './servers/sylius.ts'
import { startVendure } from './servers/vendure.ts'
import { startWooCommerce } from './servers/woocommerce.ts'

const EVERYTHING = { since: new Date(0), statuses: null, cursor: null }

describe('WooCommerce', () => {
  let platform: Awaited<ReturnType<typeof startWooCommerce>>
  beforeEach(async () => {
    platform = await startWooCommerce()
  })
  afterEach(() => platform.server.stop())

  it('reports STORE_NOT_FOUND if the site has no WooCommerce', async () => {
    platform.server.misbehave({ json: { name: 'A blog', namespaces: ['wp/v2'] } })
    const { connector, store } = connect(platform)
    expect(await refusalOf(connector.test(store))).toMatchObject({ code: 'STORE_NOT_FOUND' })
  })

  it('finds the shop of a site that hides its description', async () => {
    platform.server.misbehave({ status: 401, json: { code: 'rest_not_logged_in' } })
    const { connector, store } = connect(platform)
    expect(await connector.test(store)).toEqual({ currency: 'EUR' })
  })

  it('distinguishes a missing route from a missing order', async () => {
    platform.server.misbehave({ status: 404, json: { code: 'rest_no_route' } })
    const { connector, store } = connect(platform)
    expect(await refusalOf(connector.orders.get(store, '1'))).toMatchObject({ code: 'STORE_NOT_FOUND' })
  })

  it('reports INVALID_CONFIG for an unknown status', async () => {
    platform.server.misbehave({ status: 400, json: { code: 'rest_invalid_param' } })
    const { connector, store } = connect(platform)
    const call = connector.orders.page(store, { ...EVERYTHING, statuses: ['nonsense'] })
    expect(await refusalOf(call)).toMatchObject({ code: 'INVALID_CONFIG' })
  })

  it('takes `any` for every status', async () => {
    platform.put(sample(1, { state: 'open' }))
    const { connector, store } = connect(platform)
    const order = (await connector.orders.get(store, '1')) as RemoteOrder
    expect(await connector.orders.matches(order, ['processing'])).toBe(false)
    expect(await connector.orders.matches(order, ['any'])).toBe(true)
  })

  it('is read in short pages where many orders have refunds, without skipping or repeating one', async () => {
    const line = { sku: 'TEA-1', name: 'Green tea', quantity: 2, price: 1290 }
    const refunds = [{ lines: [{ line: 0, quantity: 1 }] }]
    for (let id = 1; id <= 120; id++)
      platform.putCart(
        id,
        { currency: 'EUR', isGross: true, lines: [line], ...(id % 2 && { refunds }) },
        { date_modified_gmt: second(id <= 60 ? 7 : id).slice(0, 19) },
      )
    let refundsOfPage = 0
    let most = 0
    platform.server.meanwhile(({ path }) => {
      refundsOfPage = path.endsWith('/refunds') ? refundsOfPage + 1 : 0
      most = Math.max(most, refundsOfPage)
    })
    const { orders } = await walk(connect(platform))
    expect(orders.map(({ ref }) => Number(ref)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 120 }, (_, i) => i + 1),
    )
    for (const { ref, order } of orders) expect(order.lineItems).toMatchObject([{ quantity: Number(ref) % 2 ? 1 : 2 }])
    // The orders of one second, of which half have refunds, are one page.
    expect(most).toBe(30)
  })

  const BEFORE = '2020-03-01T10:00:00Z'
  const AFTER = '2099-03-01T10:00:00Z'
  it.each([
    { fulfilled: 3, refunds: [[1, AFTER]], kept: 3, returned: 1 },
    { fulfilled: 2, refunds: [[1, AFTER]], kept: 2, returned: 0 },
    { fulfilled: 2, refunds: [[2, AFTER]], kept: 2, returned: 1 },
    { fulfilled: 2, refunds: [[1, BEFORE]], kept: 2, returned: 0 },
    {
      fulfilled: 2,
      refunds: [
        [1, BEFORE],
        [1, AFTER],
      ],
      kept: 2,
      returned: 1,
    },
  ] as const)('knows which of three pieces came back: $fulfilled fulfilled, refunds $refunds', async (row) => {
    const refunds = row.refunds.map(([quantity, at]) => ({ at, lines: [{ line: 0, quantity }] }))
    const lines = [{ sku: 'TEA-1', name: 'Green tea', quantity: 3, price: 1290 }]
    platform.putCart(1, { currency: 'EUR', isGross: true, lines, refunds })
    platform.dock.fulfil(1, row.fulfilled, 'TN1')
    const { connector, store } = connect(platform)
    const { order } = (await connector.orders.get(store, '1')) as RemoteOrder
    expect(order.lineItems).toMatchObject([{ quantity: row.kept, refundedQuantity: row.returned }])
    expect(order.total).toBe(row.kept * 1290)
    const given = order.refunds?.flatMap((refund) => refund.lines ?? []) ?? []
    expect(given.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe((3 - row.kept + row.returned) * 1290)
  })

  it('receives its keys in a header over https, never in the URL', async () => {
    const { connector, store } = connect(platform)
    await connector.test(store)
    const asked = platform.server.asked.map(({ path, query }) => `${path}?${query}`).join()
    expect(asked).not.toContain(platform.credentials.consumer_key)
    expect(asked).not.toContain(platform.credentials.consumer_secret)
  })

  it('receives signed requests over plain http, as documented', () => {
    const url = 'http://shop.test/wp-json/wc/v3/orders?per_page=100'
    const signed = new URL(signUrl('GET', url, { key: 'ck_1', secret: 'cs_1', nonce: 'n0nce', timestamp: 1700000000 }))
    expect(signed.searchParams.get('oauth_signature')).toBe('QJ9RxbRbixhL0KB4iyNtwY0DBRxjada35CcmPj2vSYc=')
    expect(signed.searchParams.get('per_page')).toBe('100')
  })

  it('has unit prices that are rounded once, and none for a quantity of 0', async () => {
    platform.put(sample(1, { price: '3.33', quantity: 3, total: '10.00' }))
    platform.put(sample(2, { quantity: 0 }))
    const { orders } = await walk(connect(platform))
    expect(orders.map(({ order }) => order.lineItems?.[0])).toMatchObject([
      { unitPrice: 333, total: 999 },
      { unitPrice: null, total: 0 },
    ])
  })
})

describe('Shopify', () => {
  let platform: Awaited<ReturnType<typeof startShopify>>
  beforeEach(async () => {
    platform = await startShopify()
  })
  afterEach(() => platform.server.stop())

  it('names the shipping method by its title if it has no code, and none of an order that is not shipped', async () => {
    const [line] = shopifyOrder(sample(1)).shippingLines.nodes
    if (!line) throw new Error('an order without shipping')
    platform.put(sample(1), { shippingLines: { nodes: [{ ...line, title: 'Courier', code: null }] } })
    platform.put(sample(2), { shippingLines: { nodes: [] } })
    const { orders } = await walk(connect(platform))
    expect(orders.map(({ order }) => order.serviceLevel)).toEqual(['Courier', null])
  })

  it('returns all lines of a long order', async () => {
    platform.putLong(sample(1), 420)
    const connected = connect(platform)
    expect((await walk(connected)).orders[0]?.order.lineItems).toHaveLength(420)
    const { connector, store } = connected
    expect((await connector.orders.get(store, platform.refOf(1)))?.order.lineItems).toHaveLength(420)
  })

  it('tells test orders apart unless the channel takes them', async () => {
    platform.putTest(sample(1))
    expect((await walk(connect(platform))).orders).toMatchObject([{ words: { kind: 'test' } }])
    const config = { test_orders: 'true' }
    expect((await walk(connect(platform, { config }))).orders).toMatchObject([{ words: { kind: null } }])
  })

  it.each([
    [{}, ['open', 'not_closed', 'PAID', 'unshipped', 'unfulfilled'], ['closed', 'pending', 'shipped', 'partial']],
    [{ closedAt: second(9) }, ['closed'], ['open', 'not_closed']],
    [{ displayFulfillmentStatus: 'FULFILLED' }, ['shipped', 'fulfilled'], ['unshipped', 'unfulfilled']],
    [{ displayFulfillmentStatus: 'PARTIALLY_FULFILLED' }, ['partial', 'unfulfilled'], ['unshipped', 'shipped']],
    [{ displayFulfillmentStatus: 'ON_HOLD' }, ['on_hold', 'unshipped', 'unfulfilled'], ['scheduled', 'shipped']],
    [{ displayFinancialStatus: 'PARTIALLY_REFUNDED' }, ['partially_refunded'], ['refunded', 'paid']],
  ])('finds the words of its filters in an order with %j', async (fields, own, others) => {
    platform.put(sample(1), fields)
    const { connector, store } = connect(platform)
    const order = await connector.orders.get(store, platform.refOf(1))
    const matches = (status: string) => order && connector.orders.matches(order, [status])
    for (const status of own) expect(await matches(status), status).toBe(true)
    for (const status of others) expect(await matches(status), status).toBe(false)
  })

  it('refuses an unknown status, which the shop would ignore silently', async () => {
    const { connector, store } = connect(platform)
    const call = connector.orders.page(store, { ...EVERYTHING, statuses: ['paid', 'processing'] })
    expect(await refusalOf(call)).toMatchObject({ code: 'INVALID_CONFIG' })
    expect(platform.server.asked).toEqual([])
    platform.put(sample(1))
    const order = (await connector.orders.get(store, platform.refOf(1))) as RemoteOrder
    expect(await refusalOf(connector.orders.matches(order, ['paid', 'processing']))).toMatchObject({
      code: 'INVALID_CONFIG',
    })
  })

  it('retries as soon as the rate limit allows the cost of a request', async () => {
    platform.put(sample(1))
    const extensions = {
      cost: { requestedQueryCost: 500, throttleStatus: { currentlyAvailable: 200, restoreRate: 100 } },
    }
    platform.server.misbehave({ json: { errors: [{ extensions: { code: 'THROTTLED' } }], extensions } })
    const connected = connect(platform)
    expect((await walk(connected)).orders).toHaveLength(1)
    expect(connected.waited[0]).toBe(3000)
  })

  it.each([
    ['ACCESS_DENIED', 'INSUFFICIENT_SCOPE'],
    ['SHOP_INACTIVE', 'STORE_UNAVAILABLE'],
    ['MAX_COST_EXCEEDED', 'UPSTREAM_ERROR'],
    ['something new', 'UPSTREAM_ERROR'],
  ])('reports an error with status 200: %s', async (said, code) => {
    platform.server.always({ json: { errors: [{ message: 'secret words', extensions: { code: said } }], data: null } })
    const { connector, store } = connect(platform)
    expect(await refusalOf(connector.orders.page(store, EVERYTHING), ['secret words'])).toMatchObject({ code })
  })

  const authorised = { store_url: 'demo.myshopify.com' }

  it('uses the token of its authorization and refreshes it once if it is rejected', async () => {
    platform.put(sample(1))
    platform.mode.token = 'renewed'
    const asked: (string | undefined)[] = []
    const token = async (refused?: string) => {
      asked.push(refused)
      return refused === undefined ? 'old' : 'renewed'
    }
    expect((await walk(connect(platform, { credentials: authorised, token }))).orders).toHaveLength(1)
    // The order and its fulfilment are two requests.
    expect(asked).toEqual([undefined, 'old', undefined, 'old'])
    const never = connect(platform, { credentials: authorised, token: async () => 'old' })
    expect(await refusalOf(never.connector.test(never.store))).toMatchObject({ code: 'AUTH_FAILED' })
  })

  it('fails before it was authorized', async () => {
    const { connector, store } = connect(platform, { credentials: authorised })
    expect(await refusalOf(connector.test(store))).toMatchObject({ code: 'AUTH_FAILED' })
    expect(platform.server.asked).toEqual([])
  })
})

describe('Sylius', () => {
  let platform: Awaited<ReturnType<typeof startSylius>>
  beforeEach(async () => {
    platform = await startSylius()
  })
  afterEach(() => platform.server.stop())

  it.each(['hydra', 'plain', 'bare'] as const)('is read to the end in the %s format', async (spelling) => {
    platform.mode.spelling = spelling
    for (let id = 1; id <= 60; id++) platform.put(sample(id))
    expect((await walk(connect(platform))).orders).toHaveLength(60)
  })

  it('reads a customer once for each page, with one token', async () => {
    for (let id = 1; id <= 20; id++) platform.put(sample(id))
    await walk(connect(platform))
    const paths = platform.server.asked.map(({ path }) => path.replace('/api/v2/admin', ''))
    expect(paths).toEqual(['/administrators/token', '/orders', '/customers/7'])
  })

  it('is read again for a week, because it cannot filter by time of change', async () => {
    const day = (days: number) => ({ placedAt: second(days * 86_400), modifiedAt: second(days * 86_400) })
    for (const days of [0, 10, 20]) platform.put(sample(days + 1, day(days)))
    const since = new Date(second(15 * 86_400))
    expect((await walk(connect(platform), { since })).orders.map(({ ref }) => ref)).toEqual(['token-11', 'token-21'])
  })

  it('has a date for each order, in some versions from its payment', async () => {
    platform.putUndated(sample(42))
    const { orders } = await walk(connect(platform))
    expect(orders[0]).toMatchObject({ modifiedAt: second(42), order: { placedAt: second(42) } })
  })

  it('leaves a deleted customer empty', async () => {
    platform.put(sample(1), { customer: '/api/v2/admin/customers/8' })
    const { orders } = await walk(connect(platform))
    expect(orders[0]?.order.customer).toEqual({ name: 'Zoë Müller', email: null, phone: null })
  })

  it('requests customers only by plain ids', async () => {
    for (const [i, customer] of ['/x/..', '/x/%2e%2e', '/x/a%2Fb', 'https://evil.test/7?x', ''].entries())
      platform.put(sample(i + 1), { customer })
    await walk(connect(platform))
    for (const { path } of platform.server.asked) expect(path).toMatch(/token$|\/orders$/)
  })

  it('reports INVALID_CONFIG for an unknown channel', async () => {
    const { connector, store } = connect(platform, { config: { channel_code: 'SHOP' } })
    expect(await refusalOf(connector.test(store))).toMatchObject({ code: 'INVALID_CONFIG' })
  })
})

describe('Vendure', () => {
  let platform: Awaited<ReturnType<typeof startVendure>>
  beforeEach(async () => {
    platform = await startVendure()
  })
  afterEach(() => platform.server.stop())

  it('accepts an API key', async () => {
    platform.put(sample(1))
    const credentials = { store_url: platform.address, api_key: platform.mode.apiKey }
    expect((await walk(connect(platform, { credentials }))).orders).toHaveLength(1)
    const other = connect(platform, { credentials: { ...credentials, api_key: 'other' } })
    expect(await refusalOf(other.connector.test(other.store), ['other'])).toMatchObject({ code: 'AUTH_FAILED' })
  })

  it('accepts a session in cookies', async () => {
    platform.mode.cookies = true
    platform.put(sample(1))
    expect((await walk(connect(platform))).orders).toHaveLength(1)
  })

  it('answers for the configured channel, by code or by token', async () => {
    const tokensSent = () =>
      platform.server.asked
        .filter(({ body }) => String(body.query).startsWith('query Order'))
        .map(({ headers }) => headers['vendure-token'])
    await walk(connect(platform))
    await walk(connect(platform, { config: {} }))
    await walk(
      connect(platform, { config: {}, credentials: { ...platform.credentials, channel_token: 'e-channel-token' } }),
    )
    expect([...new Set(tokensSent().map(String))]).toEqual(['e-channel-token', 'undefined'])
    expect(tokensSent().slice(-2)).toEqual(['e-channel-token', 'e-channel-token'])
  })

  it('reports INVALID_CONFIG for an unknown channel', async () => {
    for (const more of [
      { config: { channel_code: 'other' } },
      { config: {}, credentials: { ...platform.credentials, channel_token: 'other' } },
    ]) {
      const { connector, store } = connect(platform, more)
      expect(await refusalOf(connector.test(store))).toMatchObject({ code: 'INVALID_CONFIG' })
    }
  })

  it('reports INVALID_CONFIG even if a shop with one channel ignores the token', async () => {
    const activeChannel = { code: 'x', token: 'the only one', defaultCurrencyCode: 'EUR', defaultLanguageCode: 'en' }
    const { connector, store } = connect(platform, {
      credentials: { ...platform.credentials, channel_token: 't' },
      config: {},
    })
    platform.server.always({
      json: { data: { login: { __typename: 'CurrentUser' }, activeChannel } },
      headers: { 'vendure-auth-token': 't' },
    })
    expect(await refusalOf(connector.test(store))).toMatchObject({ code: 'INVALID_CONFIG' })
  })

  it('reads the number of decimals from the shop', async () => {
    platform.mode.precision = 2
    platform.put(sample(1, { currency: 'JPY', total: '2580', price: '1290' }))
    const { orders } = await walk(connect(platform))
    expect(orders[0]?.order).toMatchObject({ total: 2580, lineItems: [{ unitPrice: 1290 }] })
  })

  it('reads orders whose state changed without a new date', async () => {
    const [since, later] = [new Date(second(100)), second(200)]
    const settled = { id: '1', state: 'Settled', updatedAt: later }
    platform.putAs(sample(1), { orderPlacedAt: later })
    platform.putAs(sample(2), { payments: [settled] })
    platform.putAs(sample(3, { modifiedAt: second(150) }), {})
    platform.putAs(sample(4), { orderPlacedAt: second(-30 * 86_400) })
    const { orders } = await walk(connect(platform), { since })
    expect(orders.map(({ ref, modifiedAt }) => [ref, modifiedAt])).toEqual([
      ['3', second(150)],
      ['2', later],
      ['1', later],
    ])
  })

  it("skips drafts, and the sellers' parts of marketplace orders", async () => {
    platform.putAs(sample(1), { orderPlacedAt: null, state: 'Draft' })
    platform.putAs(sample(2), { type: 'Seller' })
    platform.putAs(sample(3), { type: 'Aggregate' })
    expect((await walk(connect(platform, { config: {} }))).orders.map(({ ref }) => ref)).toEqual(['3'])
    expect((await walk(connect(platform))).orders.map(({ ref }) => ref)).toEqual(['2', '3'])
  })
})

describe.each([
  ['Sylius', startSylius],
  ['Vendure', startVendure],
])('a session of %s', (_, start) => {
  let platform: Awaited<ReturnType<typeof start>>
  beforeEach(async () => {
    platform = await start()
    platform.put(sample(1))
  })
  afterEach(() => platform.server.stop())

  it('is created once for all requests', async () => {
    const connected = connect(platform)
    await Promise.all([walk(connected), walk(connected), walk(connected)])
    expect(platform.mode.logins).toBe(1)
  })

  it('is created again once after it has ended', async () => {
    const connected = connect(platform)
    await walk(connected)
    platform.expire()
    expect((await walk(connected)).orders).toHaveLength(1)
    expect(platform.mode.logins).toBe(3)
  })

  it('is requested again after a failed sign-in', async () => {
    const connected = connect(platform)
    platform.server.misbehave({ status: 400, json: {} })
    await refusalOf(walk(connected))
    expect((await walk(connected)).orders).toHaveLength(1)
  })
})
