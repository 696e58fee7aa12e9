import { ConnectorError, type OrderPage, type OrderQuery, type RemoteOrder, type Shop } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { parseObject, readText, requireOrder } from '../reading.ts'
import { requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { readShopifyOrder } from './order.ts'

// Small, because nested lists multiply the cost of a query.
const PAGE_SIZE = 25
const MAX_LINE_PAGES = 10

const LINES = `pageInfo { hasNextPage endCursor } nodes { id sku name title variantTitle quantity currentQuantity requiresShipping
  variant { id } product { id } discountedUnitPriceAfterAllDiscountsSet { shopMoney { amount } } taxLines { priceSet { shopMoney { amount } } } }`
const ADDRESS = 'firstName lastName name company address1 address2 city zip province countryCodeV2 phone'
const ORDER = `id legacyResourceId name createdAt processedAt updatedAt cancelledAt test currencyCode
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
const toFilter = (status: string) => {
  const key = Object.keys(FILTERS).find((each) => FILTERS[each]?.includes(status.toLowerCase()))
  if (!key) throw new ConnectorError('INVALID_CONFIG', 'Shopify does not know one of the status filters.')
  return `${key}:${status.toLowerCase()}`
}

const buildSearch = ({ since, statuses }: OrderQuery) => {
  const updated = `updated_at:>='${since.toISOString().slice(0, 19)}Z'`
  if (!statuses) return updated
  return `${updated} AND (${[...new Set([...statuses.map(toFilter), 'status:cancelled'])].join(' OR ')})`
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

const isWanted = ({ config }: Shop, order: unknown) => readPath(order, 'test') !== true || config.test_orders === 'true'

export const readOrderPage = async (shop: Shop, query: OrderQuery): Promise<OrderPage> => {
  const variables = { first: PAGE_SIZE, after: query.cursor, query: buildSearch(query) }
  const found = readPath(await askShop(shop, PAGE, { variables }), 'orders')
  const orders: OrderPage['orders'] = []
  for (const order of requireList(readPath(found, 'nodes')))
    if (isWanted(shop, order)) orders.push(readShopifyOrder(await readAllLines(shop, order)))
  const hasNext = readPath(found, 'pageInfo', 'hasNextPage') === true
  return { orders, next: hasNext ? readText(readPath(found, 'pageInfo', 'endCursor'), 2000) : null }
}

export const getOrder = async (shop: Shop, ref: string): Promise<RemoteOrder | undefined> => {
  if (!/^gid:\/\/shopify\/Order\/\d{1,20}$/.test(ref)) return undefined
  const { order } = await askShop(shop, ONE, { variables: { id: ref } })
  return order && isWanted(shop, order) ? requireOrder(readShopifyOrder(await readAllLines(shop, order))) : undefined
}
