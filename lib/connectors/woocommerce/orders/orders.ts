import type { BadRecord, OrderPage, OrderQuery, RemoteOrder, Shop } from '../../connector.ts'
import { addSeconds, advanceOrderCursor, isWithinSecond, parseOrderCursor } from '../../order-cursor.ts'
import { ALWAYS_READ, listWords } from '../../order-states/order-states.ts'
import { WOOCOMMERCE_ORDER_STATES } from '../../order-states/woocommerce-order-states.ts'
import { isInteger, parseObject, requireOrder } from '../../reading.ts'
import { requireList } from '../../refusal.ts'
import { askForOrder, askIfPresent, askShop } from '../ask-shop.ts'
import { hasFulfilments } from './fulfilments.ts'
import { readWooOrder } from './order.ts'

const PAGE_SIZE = 100
const ALWAYS = listWords(WOOCOMMERCE_ORDER_STATES, 'status', ALWAYS_READ)
/** Selects all statuses but the trash. */
const ANY = 'any'

const MAX_REFUNDS = 100

/** Tells whether a record has refunds, of which it shows neither lines nor shipping costs. */
const hasRefunds = (record: unknown): boolean => {
  const { refunds } = parseObject(record)
  return Array.isArray(refunds) && refunds.length > 0
}

/** Tells whether a record lacks parts that take requests of their own. */
export const isIncomplete = (record: unknown): boolean => hasRefunds(record) || hasFulfilments(record)

const readRefundsOf = async (shop: Shop, id: number) => {
  const query = { per_page: String(MAX_REFUNDS), order: 'asc' }
  // The order may have been deleted meanwhile, and shows the sums of its refunds.
  const { json, status } = await askShop(shop, `/orders/${id}/refunds`, { query }, 404)
  return status === 404 ? {} : { refunds: requireList(json) }
}

/** Reads the fulfilments of an order, unless the shop has switched them off since. */
const readFulfilmentsOf = async (shop: Shop, id: number) => {
  const found = await askIfPresent(shop, `/orders/${id}/fulfillments`)
  if (found === undefined) return {}
  return { fulfillments: Array.isArray(found) ? found : requireList(parseObject(found).fulfillments) }
}

/** Reads an order with its refunds and its fulfilments, which takes another request for each if it has any. */
const readWhole = async (shop: Shop, record: unknown): Promise<RemoteOrder | BadRecord> => {
  const { id } = parseObject(record)
  if (!isInteger(id) || !isIncomplete(record)) return readWooOrder(record, shop.config)
  const whole = {
    ...parseObject(record),
    ...(hasRefunds(record) && (await readRefundsOf(shop, id))),
    ...(hasFulfilments(record) && (await readFulfilmentsOf(shop, id))),
  }
  return readWooOrder(whole, shop.config)
}

/** Orders of a page whose further parts are read, so that a page takes a few seconds at most. */
const MAX_INCOMPLETE = 20

/** Returns the first records of a page, up to the order whose parts would be too many. */
const takeReadable = (records: readonly unknown[]): readonly unknown[] => {
  const next = records.filter(isIncomplete)[MAX_INCOMPLETE]
  return next === undefined ? records : records.slice(0, records.indexOf(next))
}

export const matchesStatuses = ({ order }: RemoteOrder, statuses: readonly string[]): boolean =>
  statuses.includes(ANY) || statuses.includes(order.status ?? '')

const TRASH = 'trash '

/**
 * Returns the status to ask for, and the cursor within the orders that have it. Without statuses, the trash is read after
 * all other orders, because the shop leaves it out.
 */
const planWalk = (statuses: readonly string[] | null, cursor: string | null) => {
  if (statuses && !statuses.includes(ANY)) return { status: [...new Set([...statuses, ...ALWAYS])].join(), at: cursor }
  if (cursor?.startsWith(TRASH)) return { status: 'trash', at: cursor.slice(TRASH.length) }
  return { status: ANY, at: cursor }
}

export const readOrderPage = async (shop: Shop, { since, statuses, cursor }: OrderQuery): Promise<OrderPage> => {
  const { status, at } = planWalk(statuses, cursor)
  const position = parseOrderCursor(at, since)
  const isWithin = isWithinSecond(position)
  const page = isWithin ? position.page - 1 : 1
  const { json, headers } = await askShop(shop, '/orders', {
    query: {
      // The filter excludes its own second.
      modified_after: addSeconds(position, -1).slice(0, 19),
      ...(isWithin && { modified_before: addSeconds(position, 1).slice(0, 19) }),
      dates_are_gmt: 'true',
      orderby: isWithin ? 'id' : 'modified',
      order: 'asc',
      per_page: String(PAGE_SIZE),
      page: String(page),
      status,
    },
  })
  const found = requireList(json)
  // The pages of a second are counted, so that they cannot be shorter.
  const taken = isWithin ? found : takeReadable(found)
  const records = await Promise.all(taken.map((record) => readWhole(shop, record)))
  // The shop may return smaller pages than requested.
  const pages = Number(headers['x-wp-totalpages'] ?? (found.length < PAGE_SIZE ? 0 : Number.POSITIVE_INFINITY))
  const isCut = taken.length < found.length
  const { fresh, next } = advanceOrderCursor(position, records, isCut || (records.length > 0 && pages > page))
  if (status === ANY) return { orders: fresh, next: next ?? TRASH + JSON.stringify(parseOrderCursor(null, since)) }
  return { orders: fresh, next: next && status === 'trash' ? TRASH + next : next }
}

export const getOrder = async (shop: Shop, ref: string): Promise<RemoteOrder | undefined> => {
  if (!/^\d{1,18}$/.test(ref)) return undefined
  const found = await askForOrder(shop, ref)
  return found === undefined ? undefined : requireOrder(await readWhole(shop, found))
}

export const getOrderRef = (raw: unknown): string | undefined => {
  const { id } = parseObject(raw)
  return isInteger(id) ? String(id) : undefined
}

const listByIds = async (shop: Shop, ids: readonly string[], status: string): Promise<unknown[]> => {
  const query = { include: ids.join(), per_page: String(PAGE_SIZE), status }
  return ids.length ? requireList((await askShop(shop, '/orders', { query })).json) : []
}

/** Reads orders by their ids, and the trash only for those that are not elsewhere, since the shop leaves it out. */
export const findOrders = async (shop: Shop, refs: readonly string[]): Promise<OrderPage['orders']> => {
  const found = await listByIds(shop, refs, ANY)
  const known = new Set(found.map((record) => String(parseObject(record).id)))
  const trashed = await listByIds(
    shop,
    refs.filter((ref) => !known.has(ref)),
    'trash',
  )
  return await Promise.all([...found, ...trashed].map((record) => readWhole(shop, record)))
}
