import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OrderQuery, Shop } from '../../lib/connectors/connector.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import { refusalOf, walk as walkAll } from './platforms.ts'
import { type Bought, startShop, storeAt } from './real-shop.ts'

/** More orders than a page holds. */
const ORDERS = 60
const connector = getConnector('vendure') as Parameters<typeof walkAll>[0]['connector']

let shop: Awaited<ReturnType<typeof startShop>>
const bought: Bought[] = []

beforeAll(async () => {
  shop = await startShop()
  for (let i = 0; i < ORDERS; i++) bought.push(await shop.buy(i, 1 + (i % 3)))
})
afterAll(() => shop?.stop())

const buildShop = (given: Record<string, string> = {}, config: Record<string, string> = {}): Shop =>
  storeAt(shop.url, given, config)
const walk = (store: Shop, query: Partial<OrderQuery> = {}) => walkAll({ connector, store, waited: [] }, query)

it('finds the shop and its channel', async () => {
  expect(await connector.test(buildShop())).toEqual({ channel: '__default_channel__', currency: 'USD', locale: 'en' })
  expect(await connector.discover(buildShop())).toEqual([
    {
      code: '__default_channel__',
      name: 'Default',
      enabled: true,
      locales: ['en'],
      defaultLocale: 'en',
      currencies: ['USD'],
      defaultCurrency: 'USD',
    },
  ])
})

it('distinguishes a wrong password, a wrong key and a wrong URL', async () => {
  const codeOf = async (given: Record<string, string>) => (await refusalOf(connector.test(buildShop(given)))).code
  expect(await codeOf({ password: 'wrong' })).toBe('AUTH_FAILED')
  expect(await codeOf({ api_key: 'wrong' })).toBe('AUTH_FAILED')
  expect(await codeOf({ store_url: `${shop.url}/elsewhere` })).toBe('STORE_NOT_FOUND')
})

it('reads every order once, as it was placed', async () => {
  const { orders, bad, pages } = await walk(buildShop())
  expect(bad).toEqual([])
  expect(pages).toBeGreaterThan(1)
  expect(orders.map(({ ref }) => ref).sort()).toEqual(bought.map(({ id }) => id).sort())
  for (const { order } of orders) {
    const same = bought.find(({ code }) => code === order.externalOrderId)
    expect(order).toMatchObject({
      total: same?.totalWithTax,
      currency: 'USD',
      status: 'PaymentAuthorized',
      shippingAddress: { name: 'Zoë Müller', line1: 'Hauptstraße 1', city: 'Köln', countryCode: 'DE' },
      lineItems: [{ sku: 'TEA-1', name: 'Green tea', unitPrice: 1548 }],
    })
  }
})

it('reads changed orders again, and cancelled ones whatever the filter', async () => {
  const [first, second] = bought as [Bought, Bought]
  const before = await walk(buildShop())
  const last = before.orders.at(-1)?.modifiedAt ?? ''
  // The shop stores whole seconds.
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(last) + 2000)
  const since = new Date()
  const { order } = await shop.admin('query ($id: ID!) { order(id: $id) { payments { id } } }', { id: first.id })
  const [payment] = (order as { payments: { id: string }[] }).payments
  await shop.admin(
    'mutation ($id: ID!) { settlePayment(id: $id) { __typename ... on ErrorResult { errorCode message } } }',
    { id: payment?.id },
  )
  await shop.admin(
    'mutation ($id: ID!) { cancelOrder(input: { orderId: $id }) { __typename ... on ErrorResult { errorCode message } } }',
    { id: second.id },
  )
  const stateOf = async (query: Partial<OrderQuery>) =>
    Object.fromEntries(
      (await walk(buildShop(), query)).orders
        .filter(({ modifiedAt }) => modifiedAt >= since.toISOString().slice(0, 19))
        .map(({ ref, order: { status } }) => [ref, status]),
    )
  const changed = { [first.id]: 'PaymentSettled', [second.id]: 'Cancelled' }
  expect(await stateOf({ since })).toEqual(changed)
  expect(await stateOf({ statuses: ['PaymentSettled'] })).toEqual(changed)
  expect((await connector.orders.get(buildShop(), second.id))?.words).toEqual({
    state: 'Cancelled',
    payment: null,
    refunds: 'none',
  })
  expect(await connector.orders.get(buildShop(), '999999')).toBeUndefined()
})

it('allows a key what its role allows', async () => {
  const { roles } = await shop.admin('{ roles { items { id code } } }')
  const keyOf = async (code: string) => {
    const role = (roles as { items: { id: string; code: string }[] }).items.find((each) => each.code === code)
    const { createApiKey } = await shop.admin(
      'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey } }',
      { input: { roleIds: [role?.id], translations: [{ languageCode: 'en', name: code }] } },
    )
    return (createApiKey as { apiKey: string }).apiKey
  }
  const orders = buildShop({ api_key: await keyOf('orders') })
  expect((await connector.test(orders)).currency).toBe('USD')
  expect((await walk(orders)).orders).toHaveLength(ORDERS)
  const goods = buildShop({ api_key: await keyOf('goods') })
  expect(await refusalOf(connector.test(goods))).toMatchObject({ code: 'INSUFFICIENT_SCOPE' })
  expect(await refusalOf(walk(goods))).toMatchObject({ code: 'INSUFFICIENT_SCOPE' })
})

it('selects a channel by code or token and never answers for another one', async () => {
  const unknown = () => refusalOf(connector.test(buildShop({ channel_token: 'no-such-token' })))
  expect(await unknown()).toMatchObject({ code: 'INVALID_CONFIG' })
  const { zones } = await shop.admin('{ zones { items { id } } }')
  const [zone] = (zones as { items: { id: string }[] }).items
  const input = {
    code: 'second',
    token: 'second-token',
    defaultLanguageCode: 'en',
    pricesIncludeTax: false,
    defaultCurrencyCode: 'EUR',
    defaultTaxZoneId: zone?.id,
    defaultShippingZoneId: zone?.id,
  }
  await shop.admin(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { __typename ... on ErrorResult { errorCode message } } }',
    { input },
  )
  expect(await unknown()).toMatchObject({ code: 'INVALID_CONFIG' })
  for (const chosen of [buildShop({ channel_token: 'second-token' }), buildShop({}, { channel_code: 'second' })]) {
    expect(await connector.test(chosen)).toMatchObject({ channel: 'second', currency: 'EUR' })
    expect((await walk(chosen)).orders).toEqual([])
  }
  expect((await connector.discover(buildShop())).map(({ code }) => code).sort()).toEqual([
    '__default_channel__',
    'second',
  ])
})

it('signs in again after the shop has ended the session', async () => {
  const store = buildShop()
  await connector.test(store)
  const sent: string[] = []
  const { http } = store
  const spied: Shop = {
    ...store,
    http: {
      ...http,
      send: (request) => {
        sent.push(String(request.headers?.authorization))
        return http.send(request)
      },
    },
  }
  await connector.test(spied)
  const used = sent.find((header) => header.startsWith('Bearer '))
  await fetch(`${shop.url}/admin-api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: used ?? '' },
    body: JSON.stringify({ query: 'mutation { logout { success } }' }),
  })
  expect((await connector.test(spied)).currency).toBe('USD')
  expect(new Set(sent.filter((header) => header.startsWith('Bearer '))).size).toBe(2)
})
