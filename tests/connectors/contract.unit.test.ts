import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { judgeOrder } from '../../lib/connectors/order-states/order-states.ts'
import { makeShopHttp } from '../../lib/connectors/shop-http.ts'
import { makeOutbound } from '../../lib/platform/outbound/outbound.ts'
import { connect, PLATFORMS, refusalOf, walk } from './platforms.ts'
import { NOTE, rowOf, sample, second } from './servers/sample.ts'

const MANY = 230

describe.each(Object.entries(PLATFORMS))('the connector of %s', (name, start) => {
  let platform: Awaited<ReturnType<typeof start>>
  beforeEach(async () => {
    platform = await start()
  })
  afterEach(() => platform.server.stop())

  const secrets = () =>
    Object.entries(platform.credentials).flatMap(([key, value]) => (key === 'store_url' ? [] : value))
  const page = ({ connector, store }: ReturnType<typeof connect>) =>
    connector.orders.page(store, { since: new Date(0), statuses: null, cursor: null })

  it('returns facts about the shop for valid credentials', async () => {
    const { connector, store } = connect(platform)
    expect(await connector.test(store)).toMatchObject({ currency: 'EUR' })
    for (const value of Object.values(await connector.test(store))) expect(typeof value).toBe('string')
  })

  it('lists the channels of the shop', async () => {
    const { connector, store } = connect(platform)
    const [channel, ...others] = await connector.discover(store)
    expect(others).toEqual([])
    expect(channel).toMatchObject({ enabled: true, defaultCurrency: 'EUR' })
    expect(channel?.currencies).toContain('EUR')
    expect(channel?.locales).toContain(channel?.defaultLocale)
  })

  it('reports AUTH_FAILED if the shop rejects the credentials', async () => {
    const connected = connect(platform, { credentials: platform.wrong })
    const secretsGiven = Object.values(platform.wrong).slice(1)
    for (const call of [() => connected.connector.test(connected.store), () => page(connected)])
      expect(await refusalOf(call(), secretsGiven)).toMatchObject({ code: 'AUTH_FAILED' })
  })

  it('reports INSUFFICIENT_SCOPE if the credentials do not allow orders', async () => {
    platform.forbid()
    const connected = connect(platform)
    expect(await refusalOf(connected.connector.test(connected.store))).toMatchObject({ code: 'INSUFFICIENT_SCOPE' })
    expect(await refusalOf(page(connected))).toMatchObject({ code: 'INSUFFICIENT_SCOPE' })
  })

  it.each([
    ['there is nothing of the kind', { status: 404, page: '<h1>Not Found</h1>' }, 'STORE_NOT_FOUND'],
    ['there is a page for people', { status: 200, page: '<h1>Welcome</h1>' }, 'UPSTREAM_ERROR'],
    ['a firewall stands before it', { status: 403, page: '<h1>Blocked</h1>' }, 'UPSTREAM_ERROR'],
    ['it is closed', { status: 503, page: '<h1>Maintenance</h1>' }, 'STORE_UNAVAILABLE'],
    ['it is frozen', { status: 402, json: {} }, 'STORE_UNAVAILABLE'],
    ['it is broken', { status: 500, json: {} }, 'UPSTREAM_ERROR'],
    ['it says something without sense', { status: 200, json: { hello: ['world'] } }, 'UPSTREAM_ERROR'],
    ['it only redirects', { status: 301, headers: { location: 'https://elsewhere.test/' } }, 'INVALID_CONFIG'],
    ['it wants fewer requests for long', { status: 429, headers: { 'retry-after': '3600' } }, 'RATE_LIMITED'],
    ['nobody picks up', 'gone', 'STORE_UNAVAILABLE'],
  ] as const)('says so where %s', async (_, said, code) => {
    platform.server.always(said)
    const connected = connect(platform)
    expect(await refusalOf(page(connected), secrets())).toMatchObject({ code })
  })

  it('stops waiting after the time limit', async () => {
    platform.server.always('silent')
    const { connector, store } = connect(platform, { patienceMs: 100 })
    expect(await refusalOf(connector.test(store))).toMatchObject({ code: 'STORE_UNAVAILABLE' })
  })

  it('refuses to connect to a private address', async () => {
    const { connector, store } = connect(platform)
    const outbound = makeOutbound({
      allowPrivate: false,
      lookup: (_, __, done) => done(null, [{ address: '10.0.0.1', family: 4 }]),
    })
    const http = makeShopHttp({
      outbound,
      clock: () => new Date(0),
      connection: platform.address,
      pace: connector.pace,
    })
    expect(await refusalOf(connector.test({ ...store, http }))).toMatchObject({ code: 'STORE_NOT_FOUND' })
    expect(platform.server.asked).toEqual([])
  })

  it('waits as long as the shop demands and continues', async () => {
    platform.put(sample(1))
    const connected = connect(platform)
    platform.server.misbehave({ status: 429, headers: { 'retry-after': '7' } })
    expect((await walk(connected)).orders).toHaveLength(1)
    expect(connected.waited.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(7000)
  })

  it('reports the demanded wait if it exceeds the time limit', async () => {
    platform.server.always({ status: 429, headers: { 'retry-after': 'Mon, 02 Mar 2026 01:00:00 GMT' } })
    const connected = connect(platform)
    expect(await refusalOf(page(connected))).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 3600 })
    expect(platform.server.asked).toHaveLength(1)
  })

  it('retries transient failures a few times', async () => {
    platform.put(sample(1))
    platform.server.misbehave({ status: 502, page: 'Bad Gateway' }, 'gone', { status: 500, json: {} })
    expect((await walk(connect(platform))).orders).toHaveLength(1)
    platform.server.always({ status: 500, json: {} })
    const before = platform.server.asked.length
    await refusalOf(page(connect(platform)))
    expect(platform.server.asked.length - before).toBe(4)
  })

  it('reads every order once across all pages', async () => {
    for (let id = 1; id <= MANY; id++) platform.put(sample(id))
    const { orders, pages } = await walk(connect(platform))
    expect(pages).toBeGreaterThan(1)
    expect(orders.map(({ ref }) => ref)).toEqual(Array.from({ length: MANY }, (_, i) => platform.refOf(i + 1)))
  })

  it('reads every order once, however many changed within one second', async () => {
    for (let id = 1; id <= MANY; id++) platform.put(sample(id, { modifiedAt: second(id < 20 ? id : 1000) }))
    const { orders } = await walk(connect(platform))
    expect(new Set(orders.map(({ ref }) => ref)).size).toBe(MANY)
    expect(orders).toHaveLength(MANY)
  })

  it('skips no unchanged order while others change', async () => {
    for (let id = 1; id <= MANY; id++) platform.put(sample(id))
    let changes = 0
    // After each page a change moves an order away from the front of the list.
    platform.server.meanwhile(({ body, path }) => {
      const isOrders = path.endsWith('/orders') || String(body.query).startsWith('query Orders')
      if (isOrders && changes < 10) platform.put(sample(++changes, { modifiedAt: second(5000 + changes) }))
    })
    const { orders } = await walk(connect(platform))
    const refs = new Set(orders.map(({ ref }) => ref))
    for (let id = 1; id <= MANY; id++) expect(refs.has(platform.refOf(id)), `order ${id}`).toBe(true)
  })

  it('starts at the given time', async () => {
    const day = 86_400
    for (const days of [0, 20, 40])
      platform.put(sample(days + 1, { placedAt: second(days * day), modifiedAt: second(days * day) }))
    const { orders } = await walk(connect(platform), { since: new Date(second(20 * day)) })
    expect(orders.map(({ ref }) => ref)).toEqual([platform.refOf(21), platform.refOf(41)])
  })

  it('continues from a stored cursor', async () => {
    for (let id = 1; id <= MANY; id++) platform.put(sample(id))
    const first = connect(platform)
    const { next, orders } = await page(first)
    const rest = await walk(connect(platform), { cursor: next })
    expect(orders.length + rest.orders.length).toBe(MANY)
  })

  it('refuses a foreign cursor without a request', async () => {
    if (platform.type === 'shopify') return
    const { connector, store } = connect(platform)
    const query = { since: new Date(0), statuses: null, cursor: '{"from":"../"}' }
    expect(await refusalOf(connector.orders.page(store, query))).toMatchObject({ code: 'INVALID_CONFIG' })
  })

  it('reads an order in the common format', async () => {
    platform.put(sample(1))
    const { orders } = await walk(connect(platform))
    const { externalOrderId, number, status } = orders[0]?.order ?? {}
    for (const each of [externalOrderId, number, status]) expect(each).toMatch(/\w/)
    expect(orders[0]?.order).toMatchObject({ ...rowOf(sample(1), 2580, 1290), externalOrderId, number, status })
    expect(orders[0]).toMatchObject({ modifiedAt: second(1), ref: platform.refOf(1) })
    // An order of Vendure has no note of its customer.
    expect(orders[0]?.order.customerNote ?? null).toBe(name === 'vendure' ? null : NOTE)
    expect(JSON.stringify(orders[0]?.raw)).toContain('Green tea')
  })

  it.each([
    ['JPY', '2580', '1290', 2580, 1290],
    ['KWD', '25.80', '12.90', 25_800, 12_900],
    ['USD', '0.00', '0.00', 0, 0],
    ['EUR', '90000000000.01', '45000000000.01', 9_000_000_000_001, 4_500_000_000_001],
  ])('reads amounts in %s', async (currency, total, price, wanted, unit) => {
    const order = sample(1, { currency, total, price, quantity: 1 })
    platform.put(order)
    const { orders } = await walk(connect(platform))
    expect(orders[0]?.order).toMatchObject({ currency, total: wanted, lineItems: [{ unitPrice: unit }] })
  })

  it.each([
    ['3.33', 3, '10.00', 333, 1000],
    ['0.01', 7, '0.05', 1, 5],
    ['12.00', 7, '83.98', 1200, 8398],
  ])('reads the total of a line of %s by %i exactly: %s', async (price, quantity, lineTotal, unitPrice, total) => {
    platform.put(sample(1, { price, quantity, total: lineTotal, lineTotal }))
    const { orders } = await walk(connect(platform))
    expect(orders[0]?.order).toMatchObject({ total, lineItems: [{ quantity, unitPrice, total }] })
  })

  it('returns a broken record as bad and reads those around it', async () => {
    platform.put(sample(1))
    platform.putBroken(sample(2))
    platform.put(sample(3))
    const { orders, bad } = await walk(connect(platform))
    expect(orders.map(({ ref }) => ref)).toEqual([platform.refOf(1), platform.refOf(3)])
    expect(bad).toEqual([
      {
        ref: platform.refOf(2),
        externalOrderId: expect.any(String),
        error: expect.stringContaining('otal'),
        modifiedAt: second(2),
      },
    ])
  })

  it('reads the wanted statuses, and all orders that wait or ended', async () => {
    platform.put(sample(1, { state: 'open' }))
    platform.put(sample(2, { state: 'paid' }))
    platform.put(sample(3, { state: 'cancelled' }))
    const connected = connect(platform)
    const { orders } = await walk(connected, { statuses: [platform.statuses.paid] })
    expect(orders.map(({ ref, words }) => [ref, judgeOrder(connected.connector.orders.states, words).meaning])).toEqual(
      [
        // The open order of Vendure is authorized, which is to be shipped like a paid one.
        ...(platform.type === 'vendure' ? [] : [[platform.refOf(1), 'unpaid']]),
        [platform.refOf(2), 'ship'],
        [platform.refOf(3), 'ended'],
      ],
    )
  })

  it('finds one order by the statuses of each, which pages by them contain', async () => {
    platform.put(sample(1, { state: 'open' }))
    platform.put(sample(2, { state: 'paid' }))
    const connected = connect(platform)
    const { connector, store } = connected
    for (const status of Object.values(platform.statuses)) {
      const { orders: read } = await walk(connected, { statuses: [status] })
      const matching: string[] = []
      for (const id of [1, 2]) {
        const order = await connector.orders.get(store, platform.refOf(id))
        if (order && (await connector.orders.matches(order, [status]))) matching.push(order.ref)
      }
      expect(matching).toHaveLength(1)
      expect(read.map(({ ref }) => ref)).toContain(matching[0])
    }
  })

  it('gets one order while it exists in the shop', async () => {
    platform.put(sample(1))
    const { connector, store } = connect(platform)
    const order = await connector.orders.get(store, platform.refOf(1))
    expect(order?.order).toMatchObject({ total: 2580 })
    expect(await connector.orders.get(store, platform.refOf(2))).toBeUndefined()
    platform.remove(1)
    expect(await connector.orders.get(store, platform.refOf(1))).toBeUndefined()
  })

  it('requests nothing but orders, whatever the ref contains', async () => {
    const { connector, store } = connect(platform)
    for (const ref of ['..', '../channels', '%2e%2e', '?x', '', '1/../../x'])
      expect(await connector.orders.get(store, ref), ref).toBeUndefined()
    for (const { path } of platform.server.asked) expect(path).toMatch(/token$|admin-api$/)
  })
})
