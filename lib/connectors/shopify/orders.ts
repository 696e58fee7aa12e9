import { ConnectorError, type OrderPage, type OrderQuery, type RemoteOrder, type Shop } from '../connector.ts'
import type { OrderInShop, PublicationOutcome } from '../fulfilments/fulfilment.ts'
import type { OrderNote } from '../fulfilments/order-note.ts'
import { GONE } from '../fulfilments/publish-parcel.ts'
import { readPath } from '../graphql.ts'
import { ALWAYS_READ, listWords } from '../order-states/order-states.ts'
import { SHOPIFY_ORDER_STATES } from '../order-states/shopify-order-states.ts'
import { parseObject, readInstant, readText, requireOrder } from '../reading.ts'
import { requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { readShopifyOrder } from './order.ts'
import { listUserErrors } from './user-errors.ts'

// Small, because nested lists multiply the cost of a query.
const PAGE_SIZE = 25
const MAX_LINE_PAGES = 10

const LINES = `pageInfo { hasNextPage endCursor } nodes { id sku name title variantTitle quantity currentQuantity requiresShipping
  variant { id } product { id } originalTotalSet { shopMoney { amount } }
  discountAllocations { allocatedAmountSet { shopMoney { amount } } } taxLines { priceSet { shopMoney { amount } } } }`
const ADDRESS = 'firstName lastName name company address1 address2 city zip province countryCodeV2 phone'
const ORDER = `id legacyResourceId name createdAt processedAt updatedAt cancelledAt closedAt test currencyCode
  displayFinancialStatus displayFulfillmentStatus email phone note tags sourceName taxesIncluded
  totalPriceSet { shopMoney { amount } } totalTaxSet { shopMoney { amount } } totalShippingPriceSet { shopMoney { amount } }
  customer { id displayName defaultEmailAddress { emailAddress } }
  billingAddress { ${ADDRESS} } shippingAddress { ${ADDRESS} } shippingLine { title code }
  lineItems(first: 100) { ${LINES} }`

const PAGE = `query Orders($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) { pageInfo { hasNextPage endCursor } nodes { ${ORDER} } }
}`
const ONE = `query Order($id: ID!) { order(id: $id) { ${ORDER} } }`
const MORE_LINES = `query Lines($id: ID!, $after: String!) { order(id: $id) { lineItems(first: 250, after: $after) { ${LINES} } } }`

const FILTERS: Readonly<Record<string, readonly string[]>> = {
  status: ['open', 'closed', 'cancelled', 'not_closed'],
  financial_status: [
    'paid',
    'pending',
    'authorized',
    'partially_paid',
    'partially_refunded',
    'refunded',
    'voided',
    'expired',
  ],
  fulfillment_status: ['unshipped', 'shipped', 'fulfilled', 'partial', 'scheduled', 'on_hold', 'unfulfilled'],
}

/** Refuses unknown statuses: the shop would ignore them silently and return all orders. */
const toFilter = (status: string): string => {
  const key = Object.keys(FILTERS).find((each) => FILTERS[each]?.includes(status.toLowerCase()))
  if (!key) throw new ConnectorError('INVALID_CONFIG', 'Shopify does not know one of the status filters.')
  return `${key}:${status.toLowerCase()}`
}

/** An order shows other words than the filters by its fulfilment have. Where nothing is said here, no piece was shipped. */
const FULFILMENT_WORDS: Readonly<Record<string, readonly string[]>> = {
  fulfilled: ['shipped', 'fulfilled'],
  partially_fulfilled: ['partial', 'unfulfilled'],
  restocked: [],
  fulfillment_not_required: [],
}

const listFulfilmentWords = (status: string) => FULFILMENT_WORDS[status] ?? [status, 'unshipped', 'unfulfilled']

/** Tells whether a search with these filters finds the order. */
export const matchesStatuses = ({ raw }: RemoteOrder, statuses: readonly string[]): boolean => {
  const { cancelledAt, closedAt, displayFinancialStatus, displayFulfillmentStatus } = parseObject(raw)
  const isCancelled = readInstant(cancelledAt) !== null
  const isClosed = readInstant(closedAt) !== null
  const words = {
    status: [
      ...(isClosed ? ['closed'] : ['not_closed']),
      ...(isCancelled ? ['cancelled'] : []),
      ...(isClosed || isCancelled ? [] : ['open']),
    ],
    financial_status: [readText(displayFinancialStatus)?.toLowerCase()],
    fulfillment_status: listFulfilmentWords(readText(displayFulfillmentStatus)?.toLowerCase() ?? ''),
  }
  const own = Object.entries(words).flatMap(([key, values]) => values.map((value) => `${key}:${value}`))
  return statuses.map(toFilter).some((filter) => own.includes(filter))
}

const ALWAYS = [
  'status:cancelled',
  ...listWords(SHOPIFY_ORDER_STATES, 'financialStatus', ALWAYS_READ).map((word) => `financial_status:${word}`),
  ...listWords(SHOPIFY_ORDER_STATES, 'fulfilmentStatus', ALWAYS_READ).map((word) => `fulfillment_status:${word}`),
]

const buildSearch = ({ since, statuses }: OrderQuery) => {
  const updated = `updated_at:>='${since.toISOString().slice(0, 19)}Z'`
  if (!statuses) return updated
  return `${updated} AND (${[...new Set([...statuses.map(toFilter), ...ALWAYS])].join(' OR ')})`
}

/** Returns the order with all of its lines, which may take several requests. */
const readAllLines = async (shop: Shop, order: unknown): Promise<unknown> => {
  let page = readPath(order, 'lineItems')
  if (readPath(page, 'pageInfo', 'hasNextPage') !== true) return order
  const nodes = [...requireList(readPath(page, 'nodes'))]
  for (let pages = 1; readPath(page, 'pageInfo', 'hasNextPage') === true && pages < MAX_LINE_PAGES; pages++) {
    const variables = { id: readPath(order, 'id'), after: readPath(page, 'pageInfo', 'endCursor') }
    page = readPath(await askShop(shop, MORE_LINES, { variables }), 'order', 'lineItems')
    nodes.push(...requireList(readPath(page, 'nodes')))
  }
  return { ...parseObject(order), lineItems: { nodes } }
}

/** Reads an order with all of its lines. */
const readWhole = async (shop: Shop, order: unknown) => readShopifyOrder(await readAllLines(shop, order), shop.config)

export const readOrderPage = async (shop: Shop, query: OrderQuery): Promise<OrderPage> => {
  const variables = { first: PAGE_SIZE, after: query.cursor, query: buildSearch(query) }
  const found = readPath(await askShop(shop, PAGE, { variables }), 'orders')
  const orders: OrderPage['orders'] = []
  for (const order of requireList(readPath(found, 'nodes'))) orders.push(await readWhole(shop, order))
  const hasNext = readPath(found, 'pageInfo', 'hasNextPage') === true
  return { orders, next: hasNext ? readText(readPath(found, 'pageInfo', 'endCursor'), 2000) : null }
}

export const getOrder = async (shop: Shop, ref: string): Promise<RemoteOrder | undefined> => {
  if (!/^gid:\/\/shopify\/Order\/\d{1,20}$/.test(ref)) return undefined
  const { order } = await askShop(shop, ONE, { variables: { id: ref } })
  return order ? requireOrder(await readWhole(shop, order)) : undefined
}

const NAMESPACE = 'platform_notes'
const MAX_TAG_LENGTH = 40

const NOTE = `query OrderNote($id: ID!, $namespace: String!, $key: String!) { order(id: $id) {
  id tags metafield(namespace: $namespace, key: $key) { id value } } }`
const WRITE = `mutation WriteOrderNote($id: ID!, $tags: [String!]!, $metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) { metafields { id } userErrors { field message } }
  tagsAdd(id: $id, tags: $tags) { node { id } userErrors { field message } } }`

const isSameTag = (tag: string) => (other: unknown) => readText(other)?.toLowerCase() === tag.toLowerCase()

/**
 * Writes a metafield with the text and a tag with the title, which staff sees in the list of orders. Both replace
 * themselves. The order's own note is left alone: it is one text, which may be the customer's, and two writers lose one.
 */
export const writeOrderNote = async (
  shop: Shop,
  { externalOrderId }: OrderInShop,
  { mark, title, text }: OrderNote,
): Promise<PublicationOutcome> => {
  if (!/^\d{1,20}$/.test(externalOrderId)) return GONE
  const id = `gid://shopify/Order/${externalOrderId}`
  const key = mark.toLowerCase()
  const tag = title.slice(0, MAX_TAG_LENGTH).trim()
  const read = async () => (await askShop(shop, NOTE, { variables: { id, namespace: NAMESPACE, key } })).order
  const order = await read()
  if (!order) return GONE
  const before = readPath(order, 'metafield', 'value')
  const metafieldId = readText(readPath(order, 'metafield', 'id'))
  if (metafieldId && before === text && requireList(readPath(order, 'tags')).some(isSameTag(tag)))
    return { published: 'unchanged', externalIds: [metafieldId] }
  const field = { ownerId: id, namespace: NAMESPACE, key, type: 'multi_line_text_field', value: text }
  const data = await askShop(shop, WRITE, { variables: { id, tags: [tag], metafields: [field] } })
  const [error] = [...listUserErrors(data.metafieldsSet), ...listUserErrors(data.tagsAdd)]
  if (error) return { refused: `The shop rejects it: ${error.message}` }
  const after = readText(readPath(await read(), 'metafield', 'id'))
  if (!after) throw new ConnectorError('UPSTREAM_ERROR', 'The shop accepted the note but does not show it.')
  return { published: metafieldId ? 'updated' : 'created', externalIds: [after] }
}
