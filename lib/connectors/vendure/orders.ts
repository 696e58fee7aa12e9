import type { OrderPage, OrderQuery, RemoteOrder, Shop } from '../connector.ts'
import { isBadRecord } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { addSeconds, advanceOrderCursor, isWithinSecond, type OrderCursor, parseOrderCursor } from '../order-cursor.ts'
import { isAlwaysRead } from '../order-states/order-states.ts'
import { VENDURE_ORDER_STATES } from '../order-states/vendure-order-states.ts'
import { isInteger, parseList, parseObject, readInstant, readText, requireOrder } from '../reading.ts'
import { findTurns, isPeriod, type Period } from '../reading-turns.ts'
import { buildCursorError, requireList } from '../refusal.ts'
import { askShop, readChannelToken } from './ask-shop.ts'
import { findLastChange, readVendureOrder, type VendureSettings } from './order.ts'

const PAGE_SIZE = 50
/** A page holds so many orders that are only looked at for their dates. */
const LOOK_SIZE = 250

const ADDRESS = 'fullName company streetLine1 streetLine2 city province postalCode country countryCode phoneNumber'
const TAX_LINES = 'taxLines { description taxRate }'
const ORDER = `id code state active type createdAt updatedAt orderPlacedAt currencyCode subTotalWithTax shippingWithTax
  totalWithTax channels { code token } couponCodes customer { id firstName lastName emailAddress phoneNumber }
  shippingAddress { ${ADDRESS} } billingAddress { ${ADDRESS} }
  lines { id quantity orderPlacedQuantity unitPrice unitPriceWithTax proratedUnitPriceWithTax linePriceWithTax
    proratedLinePrice proratedLinePriceWithTax ${TAX_LINES} productVariant { id sku name product { id } } }
  surcharges { id description sku price priceWithTax ${TAX_LINES} }
  discounts { adjustmentSource description amountWithTax } promotions { id couponCode }
  taxSummary { description taxRate taxBase taxTotal }
  payments { id method state amount createdAt updatedAt
    refunds { id state items shipping adjustment total reason createdAt updatedAt lines { orderLineId quantity } } }
  fulfillments { id state trackingCode updatedAt lines { orderLineId quantity } }
  modifications { id updatedAt }
  shippingLines { id shippingMethod { code name } priceWithTax discountedPrice discountedPriceWithTax }`
const SETTINGS = 'activeChannel { pricesIncludeTax } globalSettings { serverConfig { moneyStrategyPrecision } }'
const DATES = `id type updatedAt orderPlacedAt payments { updatedAt refunds { updatedAt } } fulfillments { updatedAt }
  modifications { updatedAt }`

const PAGE = `query Orders($o: OrderListOptions) { orders(options: $o) { totalItems items { ${ORDER} } } ${SETTINGS} }`
const LOOK = `query OrderDates($o: OrderListOptions) { orders(options: $o) { items { ${DATES} } } }`
const ONE = `query Order($id: ID!) { order(id: $id) { ${ORDER} } ${SETTINGS} }`

const readSettings = (data: Record<string, unknown>): VendureSettings => {
  const scale = readPath(data, 'globalSettings', 'serverConfig', 'moneyStrategyPrecision')
  const pricesIncludeTax = readPath(data, 'activeChannel', 'pricesIncludeTax')
  return {
    scale: isInteger(scale) && scale >= 0 && scale <= 10 ? scale : 2,
    pricesIncludeTax: typeof pricesIncludeTax === 'boolean' ? pricesIncludeTax : null,
  }
}

/** Selects placed orders; on a marketplace either whole orders or the seller's parts of them. */
const isWanted = (order: unknown, hasChannel: boolean) =>
  typeof readPath(order, 'orderPlacedAt') === 'string' && (hasChannel || readPath(order, 'type') !== 'Seller')

/** Changed orders are read first. Then the dates of others are looked at, period by period of their placement. */
interface WalkCursor {
  /** Periods that are not read yet; null while changed orders are read. */
  periods: readonly [Period, ...Period[]] | null
  position: OrderCursor
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw buildCursorError()
  }
}

const parseCursor = (cursor: string | null, since: Date): WalkCursor => {
  if (cursor === null) return { periods: null, position: parseOrderCursor(null, since) }
  const { periods, step } = parseObject(parseJson(cursor))
  const isKnown = periods === null || (parseList(periods).length > 0 && parseList(periods).every(isPeriod))
  if (!isKnown || typeof step !== 'string') throw buildCursorError()
  return { periods: periods as WalkCursor['periods'], position: parseOrderCursor(step, since) }
}

const beginPeriods = (periods: readonly Period[]): string | null => {
  const [first] = periods
  if (!first) return null
  return JSON.stringify({ periods, step: JSON.stringify(parseOrderCursor(null, new Date(first.from))) })
}

/** Builds the filter and the order of a page of a walk by one of the dates. */
const buildOptions = (by: 'updatedAt' | 'orderPlacedAt', position: OrderCursor, size: number, end: string | null) => ({
  take: size,
  // The shop defines the priority of several sort fields, so only one is sent.
  ...(isWithinSecond(position)
    ? { skip: (position.page - 2) * size, sort: { id: 'ASC' } }
    : { skip: 0, sort: { [by]: 'ASC' } }),
  filter: {
    active: { eq: false },
    [by]: isWithinSecond(position)
      ? { between: { start: position.from, end: `${position.from.slice(0, 19)}.999Z` } }
      : end
        ? { between: { start: addSeconds(position, -1), end } }
        : // The filter excludes its own moment, and some databases store whole seconds.
          { after: addSeconds(position, -1) },
  },
})

const toEntries = (items: readonly unknown[], by: 'updatedAt' | 'orderPlacedAt') =>
  items.map((item) => ({ item, ref: readText(readPath(item, 'id')) ?? '', modifiedAt: readText(readPath(item, by)) }))

export const matchesStatuses = ({ order }: RemoteOrder, statuses: readonly string[]): boolean =>
  statuses.includes(order.status ?? '')

/** The shop is not asked for states, since an order keeps its state when all of it is refunded. */
const isSelected = (order: RemoteOrder, statuses: readonly string[] | null) =>
  !statuses || matchesStatuses(order, statuses) || isAlwaysRead(VENDURE_ORDER_STATES, order.words)

const readWanted = async (
  shop: Shop,
  data: Record<string, unknown>,
  items: readonly unknown[],
  { statuses }: Pick<OrderQuery, 'statuses'>,
): Promise<OrderPage['orders']> => {
  const hasChannel = (await readChannelToken(shop)) !== undefined
  const settings = readSettings(data)
  return items
    .filter((item) => isWanted(item, hasChannel))
    .map((item) => readVendureOrder(item, settings))
    .filter((record) => isBadRecord(record) || isSelected(record, statuses))
}

const readChanged = async (shop: Shop, query: OrderQuery, position: OrderCursor): Promise<OrderPage> => {
  const data = await askShop(shop, PAGE, { o: buildOptions('updatedAt', position, PAGE_SIZE, null) })
  const items = requireList(readPath(data, 'orders', 'items'))
  const { fresh, next } = advanceOrderCursor(position, toEntries(items, 'updatedAt'), items.length === PAGE_SIZE)
  const orders = await readWanted(
    shop,
    data,
    fresh.map(({ item }) => item),
    query,
  )
  if (next !== null) return { orders, next: JSON.stringify({ periods: null, step: next }) }
  return { orders, next: beginPeriods(findTurns(query, shop.http.now())) }
}

/** Reads the orders of these ids whole, in their order. */
const readByIds = async (
  shop: Shop,
  query: Pick<OrderQuery, 'statuses'>,
  ids: readonly string[],
): Promise<OrderPage['orders']> => {
  const orders: OrderPage['orders'] = []
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    const some = ids.slice(at, at + PAGE_SIZE)
    const o = { take: PAGE_SIZE, skip: 0, sort: { id: 'ASC' }, filter: { active: { eq: false }, id: { in: some } } }
    const data = await askShop(shop, PAGE, { o })
    orders.push(...(await readWanted(shop, data, requireList(readPath(data, 'orders', 'items')), query)))
  }
  return orders.sort((a, b) => ids.indexOf(a.ref) - ids.indexOf(b.ref))
}

/** Looks for orders that changed without their own date, such as by a refund, and reads only those whole. */
const readLate = async (
  shop: Shop,
  query: OrderQuery,
  periods: readonly [Period, ...Period[]],
  position: OrderCursor,
): Promise<OrderPage> => {
  const [{ to, changedSince }, ...others] = periods
  const data = await askShop(shop, LOOK, { o: buildOptions('orderPlacedAt', position, LOOK_SIZE, to) })
  const items = requireList(readPath(data, 'orders', 'items'))
  const { fresh, next } = advanceOrderCursor(position, toEntries(items, 'orderPlacedAt'), items.length === LOOK_SIZE)
  const late = fresh.filter(({ item }) => {
    const isRead = (readInstant(readPath(item, 'updatedAt')) ?? '') >= query.since.toISOString()
    // Some databases store whole seconds.
    return !isRead && (findLastChange(item) ?? '') >= changedSince.slice(0, 19)
  })
  const orders = await readByIds(
    shop,
    query,
    late.map(({ ref }) => ref),
  )
  return { orders, next: next === null ? beginPeriods(others) : JSON.stringify({ periods, step: next }) }
}

export const readOrderPage = (shop: Shop, query: OrderQuery): Promise<OrderPage> => {
  const { periods, position } = parseCursor(query.cursor, query.since)
  return periods ? readLate(shop, query, periods, position) : readChanged(shop, query, position)
}

export const getOrder = async (shop: Shop, ref: string): Promise<RemoteOrder | undefined> => {
  const data = await askShop(shop, ONE, { id: ref })
  return data.order ? requireOrder(readVendureOrder(data.order, readSettings(data))) : undefined
}

export const getOrderRef = (raw: unknown): string | undefined => readText(readPath(raw, 'id')) ?? undefined

export const findOrders = (shop: Shop, refs: readonly string[]): Promise<OrderPage['orders']> =>
  readByIds(shop, { statuses: null }, refs)
