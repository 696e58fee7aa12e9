import { ConnectorError, type OrderPage, type OrderQuery, type RemoteOrder, type Shop } from '../../connector.ts'
import { readPath } from '../../graphql.ts'
import { ALWAYS_READ, fitsFilters, listWords } from '../../order-states/order-states.ts'
import { SHOPIFY_ORDER_STATES } from '../../order-states/shopify-order-states.ts'
import { parseObject, readInstant, readText, requireOrder } from '../../reading.ts'
import { requireList } from '../../refusal.ts'
import { askShop } from '../ask-shop.ts'
import { addFulfilling, completeSent } from './fulfilling.ts'
import { readShopifyOrder } from './order.ts'
import {
  MORE_LINES,
  MORE_REFUND_LINES,
  ONE,
  ORDER_OF_REQUEST,
  PAGE,
  PAGE_SIZE,
  REFUNDS,
  REFUNDS_AT_ONCE,
  SOME,
} from './order-query.ts'
import { addPaying } from './paying.ts'
import { hasMore, readAllNodes } from './read-all-nodes.ts'
import { beginUndated, isUndatedCursor, readUndatedOrders } from './undated-changes.ts'

/** These pages have more lines than an order may have, so that one with too many is refused and not cut. */
const MAX_LINE_PAGES = 11

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

const findKind = (filter: string) => filter.split(':')[0]

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
  return fitsFilters(statuses.map(toFilter), findKind, (filter) => own.includes(filter))
}

const ALWAYS = [
  'status:cancelled',
  ...listWords(SHOPIFY_ORDER_STATES, 'financialStatus', ALWAYS_READ).map((word) => `financial_status:${word}`),
  ...listWords(SHOPIFY_ORDER_STATES, 'fulfilmentStatus', ALWAYS_READ)
    .flatMap((word) => FULFILMENT_WORDS[word]?.[0] ?? (FULFILMENT_WORDS[word] ? [] : word))
    .map((word) => `fulfillment_status:${word}`),
]

/** Builds alternatives of a search for the statuses: those of one kind are alternatives, and all kinds have to fit. */
const buildWanted = (statuses: readonly string[]): string[] => {
  const kinds = [...Map.groupBy(new Set(statuses.map(toFilter)), findKind).values()]
  if (kinds.length < 2) return kinds.flat()
  return [`(${kinds.map((same) => (same.length > 1 ? `(${same.join(' OR ')})` : same.join(''))).join(' AND ')})`]
}

const buildSearch = ({ since, statuses }: OrderQuery) => {
  const updated = `updated_at:>='${since.toISOString().slice(0, 19)}Z'`
  if (!statuses) return updated
  return `${updated} AND (${[...new Set([...buildWanted(statuses), ...ALWAYS])].join(' OR ')})`
}

const LINES = { query: MORE_LINES, root: 'order', list: 'lineItems' }
const REFUND_LINES = { query: MORE_REFUND_LINES, root: 'refund', list: 'refundLineItems' }

const readRefund = async (shop: Shop, refund: unknown) =>
  hasMore(readPath(refund, 'refundLineItems'))
    ? {
        ...parseObject(refund),
        refundLineItems: { nodes: await readAllNodes(shop, refund, REFUND_LINES, MAX_LINE_PAGES) },
      }
    : refund

/** Reads the refunds of an order, which the order names, and its fulfilments, which tell what of the refunded left. */
const readRefunds = async (shop: Shop, order: unknown, named: readonly unknown[]) => {
  const ids = named.map((refund) => readPath(refund, 'id'))
  const refunds: unknown[] = []
  let fulfillments: unknown
  for (let at = 0; at < ids.length; at += REFUNDS_AT_ONCE) {
    const variables = { id: readPath(order, 'id'), refunds: ids.slice(at, at + REFUNDS_AT_ONCE) }
    const data = await askShop(shop, REFUNDS, { variables })
    for (const refund of requireList(data.nodes)) refunds.push(await readRefund(shop, refund))
    fulfillments ??= await completeSent(shop, readPath(data, 'order', 'fulfillments'))
  }
  return { refunds, fulfillments }
}

/** Reads an order with all of its lines and refunds, which may take several requests. */
const addParts = async (shop: Shop, order: unknown) => {
  const { lineItems, refunds } = parseObject(order)
  return {
    ...parseObject(order),
    ...(hasMore(lineItems) && { lineItems: { nodes: await readAllNodes(shop, order, LINES, MAX_LINE_PAGES) } }),
    ...(Array.isArray(refunds) && refunds.length > 0 && (await readRefunds(shop, order, refunds))),
  }
}

/** Reads orders with everything that belongs to them. */
const readWhole = async (shop: Shop, orders: readonly unknown[]) => {
  const whole: unknown[] = []
  for (const order of orders) whole.push(await addParts(shop, order))
  const paying = await addPaying(shop, await addFulfilling(shop, whole))
  return paying.map((order) => readShopifyOrder(order, shop.config))
}

export const readOrderPage = async (shop: Shop, query: OrderQuery): Promise<OrderPage> => {
  if (isUndatedCursor(query.cursor)) {
    const { orders, next } = await readUndatedOrders(shop, query.cursor, query)
    return { orders: await readWhole(shop, orders), next }
  }
  const variables = { first: PAGE_SIZE, after: query.cursor, query: buildSearch(query) }
  const found = readPath(await askShop(shop, PAGE, { variables }), 'orders')
  const orders = await readWhole(shop, requireList(readPath(found, 'nodes')))
  const hasNext = readPath(found, 'pageInfo', 'hasNextPage') === true
  return { orders, next: hasNext ? readText(readPath(found, 'pageInfo', 'endCursor'), 2000) : beginUndated(query) }
}

/** A reference to an order by one of its fulfilment orders. */
export const REQUEST_REF = /^gid:\/\/shopify\/FulfillmentOrder\/\d{1,20}$/

const findOrderOf = async (shop: Shop, requestId: string): Promise<string> => {
  const data = await askShop(shop, ORDER_OF_REQUEST, { variables: { id: requestId } })
  return readText(readPath(data, 'fulfillmentOrder', 'order', 'id')) ?? ''
}

export const getOrder = async (shop: Shop, given: string): Promise<RemoteOrder | undefined> => {
  const ref = REQUEST_REF.test(given) ? await findOrderOf(shop, given) : given
  if (!/^gid:\/\/shopify\/Order\/\d{1,20}$/.test(ref)) return undefined
  const { order } = await askShop(shop, ONE, { variables: { id: ref } })
  if (!order) return undefined
  const [read] = await readWhole(shop, [order])
  return read && requireOrder(read)
}

export const getOrderRef = (raw: unknown): string | undefined => {
  const id = readText(readPath(raw, 'id')) ?? ''
  return /^gid:\/\/shopify\/Order\/\d{1,20}$/.test(id) ? id : undefined
}

export const findOrders = async (shop: Shop, refs: readonly string[]): Promise<OrderPage['orders']> => {
  const { nodes } = await askShop(shop, SOME, { variables: { ids: refs } })
  return await readWhole(
    shop,
    requireList(nodes).filter((order) => order !== null),
  )
}
