import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PAGE } from '../../lib/connectors/shopify/orders/order-query.ts'
import { connect, walk } from './platforms.ts'
import { sample } from './servers/sample.ts'
import { startShopify } from './servers/shopify.ts'
import { computeCost } from './servers/shopify-cost.ts'
import { checkDocument } from './servers/shopify-schema.ts'

describe('the stand-in of Shopify', () => {
  let shop: Awaited<ReturnType<typeof startShopify>>
  beforeEach(async () => {
    shop = await startShopify()
  })
  afterEach(() => shop.server.stop())

  const ask = async (query: string, variables: object) => {
    const response = await fetch(`${shop.server.url}/admin/api/2026-10/graphql.json`, {
      method: 'POST',
      headers: { 'x-shopify-access-token': shop.mode.token },
      body: JSON.stringify({ query, variables }),
    })
    return { said: JSON.stringify(await response.json()), complaints: shop.server.complaints.splice(0) }
  }
  const order = 'query Order($id: ID!) { order(id: $id) { id name } }'
  const id = 'gid://shopify/Order/1'

  it('answers a query that the published schema allows', async () => {
    shop.put(sample(1))
    expect(await ask(order, { id })).toEqual({ said: expect.stringContaining('#1'), complaints: [] })
  })

  it.each([
    ['a misspelt field', order.replace('name', 'nmae'), { id }, /Cannot query field "nmae" on type "Order"/],
    ['a missing argument', 'query Order { order { id } }', {}, /of type "ID!" is required/],
    ['an unknown argument', order.replace('id: $id)', 'id: $id, old: 1)'), { id }, /Unknown argument "old"/],
    ['a variable of another type', order.replace('ID!', 'String!'), { id }, /"\$id" of type "String!"/],
    ['a fragment of another type', order.replace('name', '... on Refund { id }'), { id }, /Unknown type "Refund"/],
    [
      'a wrong enum',
      'query Orders { orders(first: 1, sortKey: CHANGED_AT) { nodes { id } } }',
      {},
      /Value "CHANGED_AT" does not exist in "OrderSortKeys" enum/,
    ],
    [
      'a wrong enum in a variable',
      'mutation HookCreate($topic: WebhookSubscriptionTopic!, $sub: WebhookSubscriptionInput!) { webhookSubscriptionCreate(topic: $topic, webhookSubscription: $sub) { userErrors { field } } }',
      { topic: 'orders/create', sub: { uri: 'https://here.test' } },
      /"orders\/create" does not exist in "WebhookSubscriptionTopic" enum/,
    ],
    ['a missing variable', order, {}, /Expected a value of non-null type "ID!"/],
    ['a number as an id', order, { id: 1 }, /\$id is 1, which is no ID/],
    ['an id without its kind', order, { id: '1' }, /\$id is "1", which is no ID/],
    [
      'a member that its input does not have',
      'mutation UpdateProduct($product: ProductUpdateInput!) { productUpdate(product: $product) { userErrors { field } } }',
      { product: { id: 'gid://shopify/Product/1', name: 'Tea' } },
      /"ProductUpdateInput" not to include unknown field "name"/,
    ],
    [
      'too many entries of an input',
      'query VariantsAt($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      { ids: Array.from({ length: 251 }, (_, at) => `gid://shopify/ProductVariant/${at}`) },
      /\$ids has 251 entries/,
    ],
    [
      'a list without a size',
      'query Orders($query: String) { orders(query: $query) { nodes { id } } }',
      { query: "updated_at:>='2026-03-01T00:00:00Z'" },
      /orders is asked for without a size/,
    ],
    [
      'a page that is too large',
      'query Orders($query: String) { orders(first: 251, query: $query) { nodes { id } } }',
      { query: "updated_at:>='2026-03-01T00:00:00Z'" },
      /orders is asked for 251 entries/,
    ],
  ])('complains about %s', async (_what, query, variables, complaint) => {
    const { complaints } = await ask(query, variables)
    expect(complaints).toEqual([expect.stringMatching(complaint)])
  })

  it.each([
    ['a null that cannot be', { displayFulfillmentStatus: null as never }, /Cannot return null for non-nullable field/],
    ['an unknown enum', { displayFulfillmentStatus: 'SENT' }, /cannot represent value: "SENT"/],
    ['a number as an id', { id: 1 as never }, /Order.id is 1, which is no ID/],
    ['an amount in minor units', { legacyResourceId: 1 as never }, /which is no UnsignedInt64/],
    ['a date without a time', { createdAt: '2026-03-01' }, /which is no DateTime/],
    ['a member that is missing', { name: undefined as never }, /answers no Order.name/],
  ])('complains about an answer with %s', async (_what, more, complaint) => {
    shop.put(sample(1), more)
    await connect(shop)
      .connector.orders.page(connect(shop).store, { since: new Date(0), statuses: null, cursor: null })
      .catch(() => {})
    expect(shop.server.complaints.splice(0)).toEqual([expect.stringMatching(complaint)])
  })

  it('refuses a query that costs too much, before it runs', async () => {
    const lines =
      'lineItems(first: 250) { nodes { id taxLines { title } discountAllocations { discountApplication { index } } } } fulfillmentOrders(first: 250) { nodes { lineItems(first: 250) { nodes { id } } } }'
    const query = `query Orders($query: String) { orders(first: 250, query: $query) { nodes { id ${lines} customer { id } } } }`
    const { said, complaints } = await ask(query, { query: "updated_at:>='2026-03-01T00:00:00Z'" })
    expect(said).toContain('MAX_COST_EXCEEDED')
    expect(complaints).toHaveLength(1)
  })

  it('refuses what the app has no scope for, which the schema says of each type and field', async () => {
    shop.mode.scopes = ['read_products']
    expect((await ask(order, { id })).said).toContain('ACCESS_DENIED')
    shop.mode.scopes = ['write_orders']
    expect((await ask(order, { id })).said).not.toContain('ACCESS_DENIED')
  })

  it('throttles an app that has used up its points, which then waits for as many as it lacks', async () => {
    shop.put(sample(1))
    shop.mode.bucket.available = 38
    const connected = connect(shop)
    expect((await walk(connected)).orders).toHaveLength(1)
    const cost = computeCost(checkDocument(PAGE), { first: 8 })
    expect(connected.waited[0]).toBe((cost - 38) * 10)
  })
})

describe('the cost of a query', () => {
  // As measured on shops for the connector of Business Central (microsoft/BCApps, "[Shopify] GraphQL cost audit").
  it.each([
    ['{ customers(first: 100) { pageInfo { endCursor } nodes { id } } }', 11],
    ['{ assignedFulfillmentOrders(first: 25) { pageInfo { endCursor } edges { cursor node { id } } } }', 8],
    ['{ product(id: "1") { metafields(first: 50) { edges { node { id } } } } }', 10],
    [
      '{ location(id: "1") { inventoryLevels(first: 100) { nodes { quantities(names: "available") { quantity } item { variant { product { id } } } } } } }',
      48,
    ],
    [
      '{ catalog(id: "1") { priceList { prices(first: 100) { nodes { variant { product { id } } price { amount } compareAtPrice { amount } } } } } }',
      31,
    ],
    [
      '{ fulfillmentOrder(id: "1") { lineItems(first: 25) { nodes { lineItem { product { id } variant { id } } } } } }',
      27,
    ],
    [
      '{ order(id: "1") { fulfillments { location { id } trackingInfo { number } service { type } fulfillmentLineItems(first: 10) { nodes { originalTotalSet { shopMoney { amount } } lineItem { id } } } } } }',
      15,
    ],
    [
      '{ order(id: "1") { transactions { amountSet { shopMoney { amount } } paymentDetails { ... on CardPaymentDetails { bin } } } } }',
      3,
    ],
    [
      '{ orders(first: 25) { nodes { channel { name } totalPriceSet { shopMoney { amount } } customAttributes { key } risk { assessments { riskLevel } } displayAddress { city } shippingAddress { city } billingAddress { city } taxLines { title } purchasingEntity { ... on PurchasingCompany { company { id } } } } } }',
      68,
    ],
    [
      '{ orders(first: 150) { nodes { channel { name } totalPriceSet { shopMoney { amount } } customAttributes { key } risk { assessments { riskLevel } } displayAddress { city } shippingAddress { city } billingAddress { city } taxLines { title } purchasingEntity { ... on PurchasingCompany { company { id } } } } } }',
      112,
    ],
    ['mutation { orderMarkAsPaid(input: { id: "1" }) { order { id } userErrors { field } } }', 10],
  ])('of %s is %i', (query, cost) => {
    const checked = checkDocument(query)
    expect(checked.errors.map(({ message }) => message)).toEqual([])
    expect(computeCost(checked, {})).toBe(cost)
  })

  it('of a page of orders leaves room for more', () => {
    expect(computeCost(checkDocument(PAGE), { first: 8 })).toBe(242)
  })
})
