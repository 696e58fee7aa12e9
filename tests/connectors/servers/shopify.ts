import { lineTotalOf, type Sample } from './sample.ts'
import { type Asked, type Said, startStore } from './server.ts'
import { ShopifyError, shopifyCatalog } from './shopify-catalog.ts'
import { shopifyFulfilments } from './shopify-fulfilments.ts'
import { shopifyNotes } from './shopify-notes.ts'
import { shopifyShelf } from './shopify-shelf.ts'

const TOKEN = 'shpat_0123456789abcdef'
const gid = (id: number) => `gid://shopify/Order/${id}`
const STATES = { paid: 'PAID', open: 'PENDING', cancelled: 'VOIDED' }
const money = (amount: string) => ({ shopMoney: { amount } })

const person = {
  firstName: 'Zoë',
  lastName: 'Müller',
  name: 'Zoë Müller',
  company: null,
  address1: 'Hauptstraße 1',
  address2: null,
  city: 'Köln',
  zip: '50667',
  province: null,
  countryCodeV2: 'DE',
  phone: null,
}

const LINES_AT_ONCE = 100
const FULFIL = 'write_merchant_managed_fulfillment_orders'
const STOCK = ['Locations', 'Stocked', 'Activate', 'Stock']

/** One piece was removed from the line, unless the sample says what the line costs; that is after a discount of 1.00. */
const line = (order: Sample) => ({
  id: 'gid://shopify/LineItem/1',
  sku: 'TEA-1',
  name: 'Green tea',
  quantity: order.lineTotal === undefined ? order.quantity + 1 : order.quantity,
  currentQuantity: order.quantity,
  originalTotalSet: money(
    (order.lineTotal === undefined ? Number(order.price) * (order.quantity + 1) : lineTotalOf(order) + 1).toFixed(2),
  ),
  discountAllocations: order.lineTotal === undefined ? [] : [{ allocatedAmountSet: money('1.00') }],
  taxLines: [{ priceSet: money('1.00') }],
})

export const shopifyOrder = (order: Sample) => ({
  id: gid(order.id),
  legacyResourceId: String(order.id),
  name: `#${order.id}`,
  createdAt: order.placedAt,
  processedAt: order.placedAt,
  updatedAt: order.modifiedAt,
  cancelledAt: (order.state === 'cancelled' ? order.modifiedAt : null) as string | null,
  closedAt: null as string | null,
  test: false,
  currencyCode: order.currency,
  displayFinancialStatus: STATES[order.state],
  displayFulfillmentStatus: 'UNFULFILLED',
  email: 'zoe@example.com',
  taxesIncluded: true,
  totalPriceSet: money(order.total),
  customer: { displayName: 'Zoë Müller', defaultEmailAddress: { emailAddress: 'zoe@example.com' } },
  billingAddress: person,
  shippingAddress: person,
  shippingLine: { title: 'DHL parcel', code: 'dhl' } as { title: string; code: string | null } | null,
  lineItems: { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [line(order)] },
})

type Order = ReturnType<typeof shopifyOrder>
type Variables = Record<string, unknown>

const denied = (code: string): Said => ({ json: { errors: [{ message: code, extensions: { code } }], data: null } })

/** Parses a search; refuses anything that the connector must not send. */
const matches = (search: string) => {
  const [, since = '', rest] = /^updated_at:>='([^']+)'(?: AND \((.+)\))?$/.exec(search) ?? []
  if (!since) throw new Error(`no such search: ${search}`)
  const wanted = rest?.split(' OR ')
  return ({ updatedAt, cancelledAt, displayFinancialStatus }: Order) =>
    updatedAt >= since.replace('Z', '.000Z') &&
    (!wanted ||
      (cancelledAt !== null && wanted.includes('status:cancelled')) ||
      wanted.includes(`financial_status:${displayFinancialStatus.toLowerCase()}`))
}

/** The part of Shopify's Admin API that the connector calls. */
export const startShopify = async () => {
  const orders = new Map<number, Order>()
  const hooks = new Map<string, { id: string; topic: string; uri: string }>()
  const mode = {
    token: TOKEN,
    scopes: ['read_orders', 'write_orders', 'read_products', 'write_products', 'write_inventory', FULFIL],
  }
  const catalog = shopifyCatalog()

  const pageOf = ({ first, after, query }: Variables) => {
    const found = [...orders.values()]
      .filter(matches(String(query)))
      .sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : a.id < b.id ? -1 : 1))
    const keyOf = ({ updatedAt, id }: Order) => Buffer.from(`${updatedAt} ${id}`).toString('base64')
    const from = after ? Buffer.from(String(after), 'base64').toString() : ''
    const rest = found.filter(({ updatedAt, id }) => `${updatedAt} ${id}` > from)
    const nodes = rest.slice(0, Number(first))
    const last = nodes.at(-1)
    const endCursor = last ? keyOf(last) : null
    return { pageInfo: { hasNextPage: rest.length > nodes.length, endCursor }, nodes: nodes.map(firstLines) }
  }

  const linesOf = (order: Order, from: number, most: number) => {
    const { nodes } = order.lineItems
    const end = from + most
    return { pageInfo: { hasNextPage: nodes.length > end, endCursor: String(end) }, nodes: nodes.slice(from, end) }
  }
  const firstLines = (order: Order) => ({
    ...order,
    ...(Array.isArray(order.lineItems?.nodes) && { lineItems: linesOf(order, 0, LINES_AT_ONCE) }),
  })
  const orderAt = (id: unknown) => [...orders.values()].find((order) => order.id === id)
  const parcels = shopifyFulfilments(orderAt as never)
  const notes = shopifyNotes(orderAt as never)

  const operations: Record<string, (variables: Variables, query: string) => Variables> = {
    ConnTest: () => ({
      shop: { name: 'Tea', myshopifyDomain: 'demo.myshopify.com', currencyCode: 'EUR', ianaTimezone: 'Europe/Berlin' },
      currentAppInstallation: { accessScopes: mode.scopes.map((handle) => ({ handle })) },
    }),
    Discovery: () => ({
      shop: {
        name: 'Tea',
        myshopifyDomain: 'demo.myshopify.com',
        currencyCode: 'EUR',
        currencySettings: {
          nodes: [
            { currencyCode: 'CHF', enabled: true },
            { currencyCode: 'USD', enabled: false },
          ],
        },
      },
      shopLocales: [
        { locale: 'de', primary: true, published: true },
        { locale: 'fr', primary: false, published: false },
      ],
    }),
    Orders: (variables) => ({ orders: pageOf(variables) }),
    Order: ({ id }) => {
      const order = orderAt(id)
      return { order: order ? firstLines(order) : null }
    },
    Lines: ({ id, after }) => ({ order: { lineItems: linesOf(orderAt(id) as Order, Number(after), 250) } }),
    HookList: () => ({ webhookSubscriptions: { nodes: [...hooks.values()], pageInfo: { hasNextPage: false } } }),
    HookCreate: ({ topic, sub }) => {
      const { uri } = sub as { uri: string }
      const id = `gid://shopify/WebhookSubscription/${hooks.size + 1}`
      hooks.set(id, { id, topic: String(topic), uri })
      return { webhookSubscriptionCreate: { webhookSubscription: { id }, userErrors: [] } }
    },
    HookDel: ({ id }) => {
      const gone = hooks.delete(String(id))
      const userErrors = gone ? [] : [{ field: ['id'], message: 'Webhook subscription does not exist' }]
      return { webhookSubscriptionDelete: { deletedWebhookSubscriptionId: gone ? id : null, userErrors } }
    },
  }

  const answer = ({ method, path, headers, body }: Asked): Said => {
    if (method !== 'POST' || path !== '/admin/api/2026-10/graphql.json')
      return { status: 404, json: { errors: 'Not Found' } }
    if (headers['x-shopify-access-token'] !== mode.token)
      return { status: 401, json: { errors: '[API] Invalid API key or access token' } }
    const { query, variables = {} } = body as { query: string; variables?: Variables }
    const name = /^(?:query|mutation) (\w+)/.exec(query)?.[1] ?? ''
    const isParcels = name in parcels.operations
    const isNotes = name in notes.operations
    const isOrders = name in operations
    const scope = isParcels
      ? FULFIL
      : name === 'WriteOrderNote'
        ? 'write_orders'
        : isOrders || isNotes
          ? 'read_orders'
          : STOCK.includes(name)
            ? 'write_inventory'
            : 'write_products'
    if (name !== 'ConnTest' && !mode.scopes.includes(scope)) return denied('ACCESS_DENIED')
    const operation = parcels.operations[name] ?? notes.operations[name] ?? operations[name] ?? catalog.operations[name]
    if (!operation) throw new Error(`no such operation: ${name}`)
    try {
      const data =
        isOrders || isParcels || isNotes
          ? operation(variables, query)
          : { ...operation(variables, query), shop: catalog.shop() }
      return { json: { data: structuredClone(data), extensions: { cost: { requestedQueryCost: 10 } } } }
    } catch (error) {
      if (!(error instanceof ShopifyError)) throw error
      return { json: { errors: [{ message: error.message, extensions: { code: 'INVALID' } }], data: null } }
    }
  }

  const server = await startStore(answer)
  return {
    type: 'shopify' as const,
    address: 'https://demo.myshopify.com',
    server,
    hooks,
    mode,
    catalog,
    parcels,
    notes,
    dock: { ...parcels.dock, notes: notes.list },
    shelf: shopifyShelf(catalog),
    credentials: { store_url: 'https://admin.shopify.com/store/demo/orders', access_token: TOKEN },
    wrong: { store_url: 'demo.myshopify.com', access_token: 'shpat_other' },
    config: {},
    forbid: () => {
      mode.scopes = ['read_customers']
    },
    put: (order: Sample, more: Partial<Order> = {}) => void orders.set(order.id, { ...shopifyOrder(order), ...more }),
    putBroken: (order: Sample) =>
      void orders.set(order.id, { ...shopifyOrder(order), totalPriceSet: null as unknown as Order['totalPriceSet'] }),
    /** Adds an order with so many lines. */
    putLong: (order: Sample, lines: number) => {
      const made = shopifyOrder(order)
      made.lineItems.nodes = Array.from({ length: lines }, () => line(order))
      orders.set(order.id, made)
    },
    putTest: (order: Sample) => void orders.set(order.id, { ...shopifyOrder(order), test: true }),
    remove: (id: number) => void orders.delete(id),
    refOf: gid,
    statuses: { paid: 'paid', open: 'pending' },
    unknownStatus: 'processing',
  }
}
