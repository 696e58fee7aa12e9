import type { OrderPage, OrderQuery, RemoteOrder, Shop } from '../connector.ts'
import { fitsFilters, isAlwaysRead } from '../order-states/order-states.ts'
import type { LookedAt, WantedOrder } from '../order-states/shop-orders.ts'
import { SYLIUS_ORDER_STATES } from '../order-states/sylius-order-states.ts'
import { isInteger, parseList, parseObject, readInstant, readText, requireOrder } from '../reading.ts'
import { findTurns, isPeriod, type Period } from '../reading-turns.ts'
import { buildCursorError } from '../refusal.ts'
import { askShop, readIriEnd, readMembers } from './ask-shop.ts'
import { hasShipped, readSyliusOrder, readSyliusWords } from './order.ts'
import { type Adjustment, readAdjustments } from './order-parts.ts'
import { needsPayments } from './order-payments.ts'

const PAGE_SIZE = 30

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

const readCollection = async (shop: Shop, path: string): Promise<unknown[] | null> => {
  const { status, json } = await askShop(shop, path, {}, 404)
  return status === 404 ? null : readMembers(json).members
}

/** Totals of adjustments; an order that has none needs no request for them. */
const ADJUSTED = ['taxTotal', 'shippingTotal', 'orderPromotionTotal', 'shippingPromotionTotal']

/** Returns the adjustments of an order, its items and their units; null if the shop does not show them. */
const readAdjustmentsOf = async (shop: Shop, order: Record<string, unknown>): Promise<Adjustment[] | null> => {
  const token = readText(order.tokenValue)
  const isAdjusted = ADJUSTED.some((name) => order[name] !== 0) || order.total !== order.itemsTotal
  if (!isAdjusted) return []
  if (!token || !PLAIN.test(token)) return null
  const found = await readCollection(shop, `/orders/${token}/adjustments`)
  return found && readAdjustments(found)
}

const readPaymentsOf = async (shop: Shop, order: Record<string, unknown>): Promise<unknown[]> => {
  const token = readText(order.tokenValue)
  if (!token || !PLAIN.test(token) || !needsPayments(order)) return []
  return (await readCollection(shop, `/orders/${token}/payments`)) ?? []
}

/** Reads the shipments of an order of which any has left, one by one, since the order only refers to them. */
const readShipmentsOf = async (shop: Shop, order: Record<string, unknown>): Promise<unknown[]> => {
  if (!hasShipped(order)) return []
  const found: unknown[] = []
  for (const reference of parseList(order.shipments)) {
    const id = readText(parseObject(reference).id) ?? readIriEnd(reference)
    const { status, json } = id && PLAIN.test(id) ? await askShop(shop, `/shipments/${id}`, {}, 404) : { status: 404 }
    if (status !== 404) found.push(json)
  }
  return found
}

const completeOrder = async (shop: Shop, order: unknown, customers: Customers = new Map()) => {
  const record = parseObject(order)
  const customer = customers.get(record.customer) ?? readCustomer(shop, record.customer)
  customers.set(record.customer, customer)
  return readSyliusOrder(order, {
    customer: parseObject(await customer),
    placedAt: await readPlacedAt(shop, record),
    adjustments: await readAdjustmentsOf(shop, record),
    payments: await readPaymentsOf(shop, record),
    shipments: await readShipmentsOf(shop, record),
  })
}

/** Position in the lists of orders that a walk reads, one for each period of their placement. */
interface WalkCursor {
  periods: readonly [Period, ...Period[]]
  page: number
  /** Orders of the period that were read. */
  read: number
}

const isWalkCursor = (value: unknown): value is WalkCursor => {
  const { periods, page, read } = parseObject(value)
  const [first, ...others] = parseList(periods)
  return [first, ...others].every(isPeriod) && isInteger(page) && page > 0 && isInteger(read) && read >= 0
}

const parseCursor = (cursor: string): WalkCursor => {
  try {
    const parsed: unknown = JSON.parse(cursor)
    if (isWalkCursor(parsed)) return parsed
  } catch {
    // Malformed JSON is refused below.
  }
  throw buildCursorError()
}

/**
 * Begins a walk. Orders that were placed before the channel was connected are not read, since the shop does not date changes.
 */
const beginWalk = (query: OrderQuery, now: Date): WalkCursor => {
  const from = query.late?.placedSince.toISOString() ?? ''
  const [recent, ...turns] = findTurns(query, now)
  const due = turns.flatMap((turn) =>
    (turn.to ?? from) < from ? [] : [{ ...turn, from: turn.from > from ? turn.from : from }],
  )
  return { periods: [recent as Period, ...due], page: 1, read: 0 }
}

const ASPECTS = Object.entries(SYLIUS_ORDER_STATES.aspects)

/** Returns the aspect to which a status alone belongs; undefined if several have it, or none. */
const findAspect = (status: string): string | undefined => {
  const having = ASPECTS.filter(([, words]) => Object.hasOwn(words, status))
  return having.length === 1 ? having[0]?.[0] : undefined
}

/**
 * Tells whether the statuses include an order, which has a state of its own, one of its payment and one of its shipments.
 * Statuses of one aspect are alternatives, and each aspect that has any must fit.
 */
const hasStatus = (order: unknown, statuses: readonly string[]) => {
  const words: Readonly<Record<string, string | null>> = readSyliusWords(order)
  return fitsFilters(statuses, findAspect, (status) => {
    const aspect = findAspect(status)
    return aspect === undefined ? Object.values(words).includes(status) : words[aspect] === status
  })
}

export const matchesStatuses = ({ raw }: RemoteOrder, statuses: readonly string[]): boolean => hasStatus(raw, statuses)

const isWithin = (placed: string, { from, to }: Period) => placed >= from && (to === null || placed <= to)

const isWanted = (order: unknown, periods: readonly Period[], statuses: readonly string[] | null) => {
  const { state, checkoutCompletedAt } = parseObject(order)
  if (state === 'cart') return false
  const placed = readInstant(checkoutCompletedAt)
  if (placed && !periods.some((period) => isWithin(placed, period))) return false
  return !statuses || hasStatus(order, statuses) || isAlwaysRead(SYLIUS_ORDER_STATES, readSyliusWords(order))
}

export const readOrderPage = async (shop: Shop, query: OrderQuery): Promise<OrderPage> => {
  const walk = query.cursor === null ? beginWalk(query, shop.http.now()) : parseCursor(query.cursor)
  const { periods, page, read } = walk
  const [{ from, to }, ...others] = periods
  const { channel_code: channel } = shop.config
  const answer = await askShop(shop, '/orders', {
    'checkoutCompletedAt[after]': from,
    ...(to !== null && { 'checkoutCompletedAt[before]': to }),
    'order[number]': 'asc',
    page: String(page),
    itemsPerPage: String(PAGE_SIZE),
    ...(channel && { 'channel.code': channel }),
  })
  const { members, total, hasNext } = readMembers(answer.json)
  const customers: Customers = new Map()
  const orders: OrderPage['orders'] = []
  for (const order of members)
    if (isWanted(order, periods, query.statuses)) orders.push(await completeOrder(shop, order, customers))
  const seen = read + members.length
  const more = members.length > 0 && (hasNext ?? (total === undefined || seen < total))
  if (more) return { orders, next: JSON.stringify({ periods, page: page + 1, read: seen }) }
  return { orders, next: others.length ? JSON.stringify({ periods: others, page: 1, read: 0 }) : null }
}

export const getOrder = async (shop: Shop, ref: string): Promise<RemoteOrder | undefined> => {
  if (!PLAIN.test(ref)) return undefined
  const { status, json } = await askShop(shop, `/orders/${ref}`, {}, 404)
  return status === 404 ? undefined : requireOrder(await completeOrder(shop, json))
}

export const getOrderRef = (raw: unknown): string | undefined => readText(parseObject(raw).tokenValue) ?? undefined

/** Reads orders one by one, since the shop lists none by their tokens. */
export const findOrders = async (shop: Shop, refs: readonly string[]): Promise<OrderPage['orders']> => {
  const found: OrderPage['orders'] = []
  for (const ref of refs) {
    const { status, json } = PLAIN.test(ref) ? await askShop(shop, `/orders/${ref}`, {}, 404) : { status: 404 }
    if (status !== 404) found.push(await completeOrder(shop, json))
  }
  return found
}

/** Tells whether all that a list shows of an order is what was known of it. */
const isAsKnown = (listed: unknown, known: unknown): boolean => {
  const before = parseObject(known)
  return Object.entries(parseObject(listed)).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(before[name]),
  )
}

/** Reads the time of placement in the words of the shop, because its filter takes them in its own zone. */
const readPlacement = ({ raw }: WantedOrder) => {
  const { checkoutCompletedAt: word } = parseObject(raw)
  const at = readInstant(word)
  return typeof word === 'string' && at ? { word, at } : undefined
}

const findFirst = async (shop: Shop, [first]: readonly WantedOrder[]): Promise<LookedAt> => ({
  orders: first ? await findOrders(shop, [first.ref]) : [],
  ...{ unchanged: [], count: 1 },
})

/**
 * Looks at orders in a list of those that were placed in their time, and reads more of those that have changed. If the list has
 * another page, only those before the first that is not on this one are looked at.
 */
export const lookAtOrders = async (shop: Shop, wanted: readonly WantedOrder[]): Promise<LookedAt> => {
  const firstUndated = wanted.findIndex((each) => !readPlacement(each))
  const dated = firstUndated < 0 ? wanted : wanted.slice(0, firstUndated)
  const placements = dated.flatMap((each) => readPlacement(each) ?? []).sort((a, b) => (a.at < b.at ? -1 : 1))
  const [earliest, latest] = [placements[0], placements.at(-1)]
  if (!earliest || !latest) return await findFirst(shop, wanted)
  const { channel_code: channel } = shop.config
  const { json } = await askShop(shop, '/orders', {
    ...{ 'checkoutCompletedAt[after]': earliest.word, 'checkoutCompletedAt[before]': latest.word },
    ...{ 'order[number]': 'asc', page: '1', itemsPerPage: String(PAGE_SIZE) },
    ...(channel && { 'channel.code': channel }),
  })
  const { members, total, hasNext } = readMembers(json)
  const listed = new Map(members.map((each) => [parseObject(each).tokenValue, each]))
  const isAll = !(hasNext ?? (total === undefined || members.length < total))
  const firstUnlisted = isAll ? -1 : dated.findIndex(({ ref }) => !listed.has(ref))
  const looked = firstUnlisted < 0 ? dated : dated.slice(0, firstUnlisted)
  if (!looked.length) return await findFirst(shop, wanted)
  const [orders, unchanged]: [LookedAt['orders'], string[]] = [[], []]
  const customers: Customers = new Map()
  for (const { ref, raw } of looked) {
    const order = listed.get(ref)
    if (order === undefined) continue
    if (isAsKnown(order, raw)) unchanged.push(ref)
    else orders.push(await completeOrder(shop, order, customers))
  }
  return { orders, unchanged, count: looked.length }
}
