import type { OrderPage, OrderQuery, RemoteOrder, Shop } from '../connector.ts'
import { isAlwaysRead } from '../order-states/order-states.ts'
import { SYLIUS_ORDER_STATES } from '../order-states/sylius-order-states.ts'
import { parseObject, readInstant, readText, requireOrder } from '../reading.ts'
import { buildCursorError } from '../refusal.ts'
import { askShop, readIriEnd, readMembers } from './ask-shop.ts'
import { readSyliusOrder, readSyliusWords } from './order.ts'

const PAGE_SIZE = 30
/** Period that is read again, because the shop cannot filter orders by time of change. */
const READ_AGAIN_MS = 7 * 86_400_000

/** Ids that are safe as a path segment. */
const PLAIN = /^[\w-]{1,255}$/

const readCustomer = async (shop: Shop, customer: unknown): Promise<unknown> => {
  if (typeof customer !== 'string') return customer
  const id = readIriEnd(customer)
  if (!id || !PLAIN.test(id)) return null
  const { status, json } = await askShop(shop, `/customers/${id}`, {}, 404)
  return status === 404 ? null : json
}

/** Returns the date of an order; in older versions only its payment has one. */
const readPlacedAt = async (shop: Shop, order: Record<string, unknown>): Promise<unknown> => {
  const placedAt = order.checkoutCompletedAt ?? order.createdAt
  const payment = Array.isArray(order.payments) ? readText(parseObject(order.payments[0]).id) : null
  if (placedAt != null || !payment || !PLAIN.test(payment)) return placedAt
  const { status, json } = await askShop(shop, `/payments/${payment}`, {}, 404)
  return status === 404 ? undefined : parseObject(json).createdAt
}

type Customers = Map<unknown, Promise<unknown>>

const completeOrder = async (shop: Shop, order: unknown, customers: Customers = new Map()) => {
  const record = parseObject(order)
  const customer = customers.get(record.customer) ?? readCustomer(shop, record.customer)
  customers.set(record.customer, customer)
  return readSyliusOrder(order, { customer: parseObject(await customer), placedAt: await readPlacedAt(shop, record) })
}

const parseCursor = (cursor: string | null) => {
  const [, page, read] = /^(\d{1,7})-(\d{1,9})$/.exec(cursor ?? '1-0') ?? []
  if (!page) throw buildCursorError()
  return { page: Number(page), read: Number(read) }
}

/** Orders have a state of their own, one of their payment and one of their shipments. */
const hasStatus = (order: unknown, statuses: readonly string[]) =>
  Object.values(readSyliusWords(order)).some((word) => word !== null && statuses.includes(word))

export const matchesStatuses = ({ raw }: RemoteOrder, statuses: readonly string[]): boolean => hasStatus(raw, statuses)

const isWanted = (order: unknown, { since, statuses }: OrderQuery) => {
  const { state, checkoutCompletedAt } = parseObject(order)
  if (state === 'cart') return false
  const placed = readInstant(checkoutCompletedAt)
  // Some versions ignore the filter by date.
  if (placed && Date.parse(placed) < since.getTime() - READ_AGAIN_MS) return false
  return !statuses || hasStatus(order, statuses) || isAlwaysRead(SYLIUS_ORDER_STATES, readSyliusWords(order))
}

export const readOrderPage = async (shop: Shop, query: OrderQuery): Promise<OrderPage> => {
  const { page, read } = parseCursor(query.cursor)
  const { channel_code: channel } = shop.config
  const answer = await askShop(shop, '/orders', {
    'checkoutCompletedAt[after]': new Date(query.since.getTime() - READ_AGAIN_MS).toISOString(),
    'order[number]': 'asc',
    page: String(page),
    itemsPerPage: String(PAGE_SIZE),
    ...(channel && { 'channel.code': channel }),
  })
  const { members, total, hasNext } = readMembers(answer.json)
  const customers: Customers = new Map()
  const orders: OrderPage['orders'] = []
  for (const order of members) if (isWanted(order, query)) orders.push(await completeOrder(shop, order, customers))
  const seen = read + members.length
  const more = members.length > 0 && (hasNext ?? (total === undefined || seen < total))
  return { orders, next: more ? `${page + 1}-${seen}` : null }
}

export const getOrder = async (shop: Shop, ref: string): Promise<RemoteOrder | undefined> => {
  if (!PLAIN.test(ref)) return undefined
  const { status, json } = await askShop(shop, `/orders/${ref}`, {}, 404)
  return status === 404 ? undefined : requireOrder(await completeOrder(shop, json))
}
