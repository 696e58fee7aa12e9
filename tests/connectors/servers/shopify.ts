import { parseMinorUnits } from '../../../lib/platform/money/minor-units.ts'
import { NOTE, type Sample, sample, second } from './sample.ts'
import { type Asked, type Said, startStore } from './server.ts'
import { ShopifyError, shopifyCatalog } from './shopify-catalog.ts'
import { shopifyFulfilments } from './shopify-fulfilments.ts'
import { answerGraphql } from './shopify-graphql.ts'
import { shopifyNotes } from './shopify-notes.ts'
import { type ShopifyCart, type ShopMoney, shopifyParts } from './shopify-order.ts'
import { SHOPIFY_VERSION } from './shopify-schema.ts'
import { shopifyShelf } from './shopify-shelf.ts'

const TOKEN = 'shpat_0123456789abcdef'
const gid = (id: number) => `gid://shopify/Order/${id}`
const STATES = { paid: 'PAID', open: 'PENDING', cancelled: 'VOIDED' }

const person = {
  firstName: 'Zoë',
  lastName: 'Müller',
  name: 'Zoë Müller',
  company: 'Müller Tee GmbH',
  address1: 'Hauptstraße 1',
  address2: null,
  city: 'Köln',
  zip: '50667',
  province: null,
  provinceCode: null,
  countryCodeV2: 'DE',
  phone: '+49 221 555',
}

/** What a merchant lets the app do. */
export const SHOPIFY_SCOPES: readonly string[] = [
  'write_orders',
  'read_customers',
  'write_products',
  'write_inventory',
  'read_locations',
  'read_locales',
  'write_publications',
  'write_merchant_managed_fulfillment_orders',
  'write_third_party_fulfillment_orders',
]

/** One piece was removed from the line by an edit, unless the sample says what the line costs; that is after a discount. */
const toCart = (order: Sample): ShopifyCart => {
  const { currency, quantity, lineTotal } = order
  const read = (amount: string) => parseMinorUnits(amount, currency) ?? Number.NaN
  const line = { sku: 'TEA-1', name: 'Green tea', rates: [{ name: 'VAT', percent: 19 }] }
  const price = read(order.price)
  const shipping = [{ name: 'DHL', price: 0 }]
  if (lineTotal === undefined)
    return {
      ...{ currency, isGross: true, shipping },
      lines: [{ ...line, quantity: quantity + 1, price }],
      edited: [{ line: 0, quantity: 1 }],
    }
  const discounts = [{ code: 'TEATIME', amount: (price + 1) * quantity - read(lineTotal) }]
  return { currency, isGross: true, shipping, lines: [{ ...line, quantity, price: price + 1, discounts }] }
}

const money = (amount: string) => ({ presentmentMoney: { amount }, shopMoney: { amount } })

export const shopifyOrder = (order: Sample) => {
  const { sums: _, ...parts } = shopifyParts(toCart(order))
  const { sells } = order
  const [line] = parts.lineItems.nodes
  if (sells && line) Object.assign(line, { sku: sells.sku, variant: { id: sells.variant } })
  return {
    ...parts,
    id: gid(order.id),
    legacyResourceId: String(order.id),
    name: `#${order.id}`,
    createdAt: order.placedAt,
    processedAt: order.placedAt,
    updatedAt: order.modifiedAt,
    cancelledAt: (order.state === 'cancelled' ? order.modifiedAt : null) as string | null,
    closedAt: null as string | null,
    test: false,
    disputes: [] as { id: string; initiatedAs: string; status: string }[],
    paymentTerms: null as object | null,
    transactions: [] as object[],
    displayFinancialStatus: STATES[order.state] as string | null,
    displayFulfillmentStatus: 'UNFULFILLED',
    email: 'zoe@example.com',
    tags: [] as string[],
    sourceName: 'web',
    totalPriceSet: money(order.total) as Money,
    currentTotalPriceSet: money(order.total) as Money,
    note: NOTE,
    phone: null,
    customer: {
      id: 'gid://shopify/Customer/1',
      displayName: 'Zoë Müller',
      defaultEmailAddress: { emailAddress: 'zoe@example.com' },
    },
    billingAddress: person,
    shippingAddress: person,
  }
}

type Order = ReturnType<typeof shopifyOrder>
type Variables = Record<string, unknown>
type Money = Pick<ShopMoney, never> & { presentmentMoney: { amount: string }; shopMoney: { amount: string } }

const FULFILMENT_FILTERS: Record<string, string[]> = {
  FULFILLED: ['shipped', 'fulfilled'],
  PARTIALLY_FULFILLED: ['partial', 'unfulfilled'],
}

const isFound = (term: string, order: Order): boolean => {
  const { cancelledAt, displayFinancialStatus: money, displayFulfillmentStatus: goods } = order
  const [key, value = ''] = term.split(':')
  if (key === 'status') return value === 'cancelled' ? cancelledAt !== null : cancelledAt === null
  if (key === 'financial_status') return money?.toLowerCase() === value
  if (key === 'fulfillment_status')
    return (FULFILMENT_FILTERS[goods] ?? [goods.toLowerCase(), 'unshipped', 'unfulfilled']).includes(value)
  throw new Error(`no such filter: ${term}`)
}

/** Splits an expression at an operator that is in no parentheses. */
const splitAt = (text: string, operator: string): string[] => {
  const parts: string[] = []
  let [depth, from] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')') depth--
    if (depth || !text.startsWith(operator, at)) continue
    parts.push(text.slice(from, at))
    from = at + operator.length
  }
  return [...parts, text.slice(from)]
}

const evaluate = (text: string, order: Order): boolean => {
  const either = splitAt(text, ' OR ')
  if (either.length > 1) return either.some((part) => evaluate(part, order))
  const both = splitAt(text, ' AND ')
  if (both.length > 1) return both.every((part) => evaluate(part, order))
  return text.startsWith('(') ? evaluate(text.slice(1, -1), order) : isFound(text, order)
}

/** Parses a search; refuses anything that the connector must not send. */
const matches = (search: string) => {
  const [, since = '', rest] = /^updated_at:>='([^']+)'(?: AND \((.+)\))?$/.exec(search) ?? []
  if (!since) throw new Error(`no such search: ${search}`)
  return (order: Order) => order.updatedAt >= since.replace('Z', '.000Z') && (!rest || evaluate(rest, order))
}

/** The part of Shopify's Admin API that the connector calls. */
export const startShopify = async () => {
  const orders = new Map<number, Order>()
  const hooks = new Map<string, { id: string; topic: string; uri: string }>()
  let versions = 0
  const mode = {
    token: TOKEN,
    scopes: [...SHOPIFY_SCOPES],
    bucket: { available: 2000, restoreRate: 100 },
    /** Words that a later version of the API has in place of those of the published schema. */
    renamed: {} as Record<string, string>,
  }
  const catalog = shopifyCatalog()

  const pageOf = ({ first, after, query }: Variables, document: string) => {
    const found = [...orders.values()]
      .filter((order) => matches(String(query))(show(order)))
      .sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : a.id < b.id ? -1 : 1))
    const keyOf = ({ updatedAt, id }: Order) => Buffer.from(`${updatedAt} ${id}`).toString('base64')
    const from = after ? Buffer.from(String(after), 'base64').toString() : ''
    const rest = found.filter(({ updatedAt, id }) => `${updatedAt} ${id}` > from)
    const nodes = rest.slice(0, Number(first))
    const last = nodes.at(-1)
    const endCursor = last ? keyOf(last) : null
    return {
      pageInfo: { hasNextPage: rest.length > nodes.length, endCursor },
      nodes: nodes.map((order) => firstLines(order, document)),
    }
  }

  /** An order as it is with the fulfilments that the shop has made for it. */
  const show = (order: Order): Order => {
    const own = (parcels.fulfilments.get(order.id) ?? []).filter(({ status }) => status === 'SUCCESS')
    if (!own.length) return order
    const sent = (id: string) =>
      own
        .flatMap(({ lines }) => lines)
        .reduce((sum, { quantity, lineItem }) => sum + (lineItem.id === id ? quantity : 0), 0)
    const returned = (id: string) =>
      order.refunds
        .flatMap(({ refundLineItems }) => refundLineItems.nodes)
        .reduce(
          (sum, { quantity, restockType, lineItem }) =>
            sum + (lineItem.id === id && restockType === 'RETURN' ? quantity : 0),
          0,
        )
    const nodes = order.lineItems.nodes.map((line) => ({
      ...line,
      unfulfilledQuantity: Math.max(0, line.currentQuantity - Math.max(0, sent(line.id) - returned(line.id))),
    }))
    const isAll = nodes.every(({ unfulfilledQuantity }) => unfulfilledQuantity === 0)
    const displayFulfillmentStatus = isAll ? 'FULFILLED' : 'PARTIALLY_FULFILLED'
    return { ...order, displayFulfillmentStatus, lineItems: { ...order.lineItems, nodes } }
  }

  const linesOf = (order: Order, from: number, most: number) => {
    const { nodes } = show(order).lineItems
    const end = from + most
    return { pageInfo: { hasNextPage: nodes.length > end, endCursor: String(end) }, nodes: nodes.slice(from, end) }
  }
  const firstLines = (order: Order, document: string) => {
    const most = Number(/lineItems\(first: (\d+)\)/.exec(document)?.[1])
    if (!Array.isArray(order.lineItems?.nodes)) return { ...order }
    return { ...show(order), lineItems: linesOf(order, 0, most) }
  }
  const refundAt = (id: unknown) =>
    [...orders.values()].flatMap(({ refunds }) => refunds).find((each) => each.id === id)
  const refundLinesOf = (id: unknown, from: number, most: number) => {
    const nodes = refundAt(id)?.refundLineItems.nodes ?? []
    const end = from + most
    return { pageInfo: { hasNextPage: nodes.length > end, endCursor: String(end) }, nodes: nodes.slice(from, end) }
  }
  const orderAt = (id: unknown) => [...orders.values()].find((order) => order.id === id)
  const parcels = shopifyFulfilments(orderAt as never, show as never)
  const notes = shopifyNotes(orderAt as never)
  /** What a sample says that was sent, and what was fulfilled since. */
  const sentOf = (id: unknown, query: string) => {
    const order = orderAt(id)
    if (!order) return null
    const given = order.fulfillments.map((each, at) => ({
      ...{ id: `gid://shopify/Fulfillment/${order.legacyResourceId}9${at}`, trackingInfo: [], ...each },
    }))
    return { fulfillments: [...given, ...parcels.shownOf(order.id, query)] }
  }

  /** Disputes as Shopify Payments knows them, by their ids there. */
  const disputes = new Map<string, object>()
  const nodesOf = (ids: unknown, field: 'paymentTerms' | 'transactions') => ({
    nodes: (ids as string[]).map((id) => ({ id, [field]: orderAt(id)?.[field] ?? null })),
  })
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
    Orders: (variables, query) => ({ orders: pageOf(variables, query) }),
    OrdersAt: ({ ids }, query) => ({
      nodes: (ids as string[]).map((id) => {
        const order = orderAt(id)
        return order ? firstLines(order, query) : null
      }),
    }),
    Order: ({ id }, query) => {
      const order = orderAt(id)
      return { order: order ? firstLines(order, query) : null }
    },
    Scopes: () => ({
      currentAppInstallation: { accessScopes: mode.scopes.map((handle) => ({ handle })) },
    }),
    PaymentTerms: ({ ids }) => nodesOf(ids, 'paymentTerms'),
    Authorizations: ({ ids }) => nodesOf(ids, 'transactions'),
    Dispute: ({ id }) => ({ dispute: disputes.get(String(id)) ?? null }),
    Lines: ({ id, after }) => ({ order: { lineItems: linesOf(orderAt(id) as Order, Number(after), 100) } }),
    Refunds: ({ id, refunds }, query) => ({
      nodes: (refunds as string[]).map((each) => ({ ...refundAt(each), refundLineItems: refundLinesOf(each, 0, 25) })),
      order: sentOf(id, query),
    }),
    Sent: ({ id }, query) => ({ order: sentOf(id, query) }),
    RefundLines: ({ id, after }) => ({ refund: { refundLineItems: refundLinesOf(id, Number(after), 100) } }),
    HookList: () => ({
      webhookSubscriptions: { nodes: [...hooks.values()], pageInfo: { hasNextPage: false, endCursor: null } },
    }),
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

  const answer = ({ method, path, headers, body }: Asked, complain: (what: string) => void): Said => {
    if (method !== 'POST' || path !== `/admin/api/${SHOPIFY_VERSION}/graphql.json`)
      return { status: 404, json: { errors: 'Not Found' } }
    if (headers['x-shopify-access-token'] !== mode.token)
      return { status: 401, json: { errors: '[API] Invalid API key or access token' } }
    const { query, variables = {} } = body as { query: string; variables?: Variables }
    const name = /^(?:query|mutation) (\w+)/.exec(query)?.[1] ?? ''
    const operation = parcels.operations[name] ?? notes.operations[name] ?? operations[name] ?? catalog.operations[name]
    if (!operation) throw new Error(`no such operation: ${name}`)
    try {
      const { scopes, bucket } = mode
      const said = answerGraphql({ query, variables, scopes, bucket, complain }, (given) => ({
        shop: catalog.shop(),
        ...structuredClone(operation(given, query)),
      }))
      return { ...said, json: rename(said.json) }
    } catch (error) {
      if (!(error instanceof ShopifyError)) throw error
      return { json: { errors: [{ message: error.message, extensions: { code: 'INVALID' } }], data: null } }
    }
  }

  const rename = (json: unknown): unknown =>
    JSON.parse(JSON.stringify(json), (_name, value) => (typeof value === 'string' && mode.renamed[value]) || value)

  const server = await startStore(answer)
  return {
    type: 'shopify' as const,
    address: 'https://demo.myshopify.com',
    server,
    hooks,
    mode,
    disputes,
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
    /** Adds an order of this cart, or replaces it by a later version, and returns the sums of the shop. */
    putCart: (id: number, cart: ShopifyCart, more: Partial<Order> = {}) => {
      const { sums, ...parts } = shopifyParts(cart, id)
      const version = sample(id, { currency: cart.currency, modifiedAt: second(id + ++versions) })
      orders.set(id, { ...shopifyOrder(version), ...parts, ...more })
      return sums
    },
    putBroken: (order: Sample) =>
      void orders.set(order.id, { ...shopifyOrder(order), currentTotalPriceSet: money('9'.repeat(25)) }),
    /** Adds an order with so many lines. */
    putLong: (order: Sample, lines: number) => {
      const made = shopifyOrder(order)
      made.lineItems.nodes = Array.from({ length: lines }, () => made.lineItems.nodes).flat()
      orders.set(order.id, made)
    },
    putTest: (order: Sample) => void orders.set(order.id, { ...shopifyOrder(order), test: true }),
    change: (id: number, fields: Partial<Order>) => void Object.assign(orders.get(id) as Order, fields),
    find: (id: number) => orders.get(id) as Order,
    remove: (id: number) => void orders.delete(id),
    refOf: gid,
    statuses: { paid: 'paid', open: 'pending' },
    unknownStatus: 'processing',
  }
}
