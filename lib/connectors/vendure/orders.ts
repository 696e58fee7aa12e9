import { isBadRecord, type OrderPage, type OrderQuery, type RemoteOrder, type Shop } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { addSeconds, advanceOrderCursor, isWithinSecond, type OrderCursor, parseOrderCursor } from '../order-cursor.ts'
import { isAlwaysRead } from '../order-states/order-states.ts'
import { VENDURE_ORDER_STATES } from '../order-states/vendure-order-states.ts'
import { readText, requireOrder } from '../reading.ts'
import { requireList } from '../refusal.ts'
import { askShop, readChannelToken } from './ask-shop.ts'
import { readVendureOrder } from './order.ts'

const PAGE_SIZE = 50

const ADDRESS = 'fullName company streetLine1 streetLine2 city province postalCode country countryCode phoneNumber'
const ORDER = `id code state active type createdAt updatedAt orderPlacedAt currencyCode subTotalWithTax shippingWithTax
  totalWithTax couponCodes customer { id firstName lastName emailAddress phoneNumber }
  shippingAddress { ${ADDRESS} } billingAddress { ${ADDRESS} }
  lines { id quantity proratedLinePriceWithTax taxRate productVariant { id sku name product { id } } }
  payments { id method state amount updatedAt refunds { id state total updatedAt } } fulfillments { id state updatedAt } shippingLines { shippingMethod { code name } priceWithTax }`
const PRECISION = 'globalSettings { serverConfig { moneyStrategyPrecision } }'

const PAGE = `query Orders($o: OrderListOptions) { orders(options: $o) { totalItems items { ${ORDER} } } ${PRECISION} }`
const ONE = `query Order($id: ID!) { order(id: $id) { ${ORDER} } ${PRECISION} }`

const readScale = (data: Record<string, unknown>) => {
  const scale = readPath(data, 'globalSettings', 'serverConfig', 'moneyStrategyPrecision')
  return Number.isInteger(scale) && Number(scale) >= 0 && Number(scale) <= 10 ? Number(scale) : 2
}

/** Selects placed orders; on a marketplace either whole orders or the seller's parts of them. */
const isWanted = (order: unknown, hasChannel: boolean) =>
  typeof readPath(order, 'orderPlacedAt') === 'string' && (hasChannel || readPath(order, 'type') !== 'Seller')

/** Period that is read again, because some versions change the state of an order without its date. */
const READ_AGAIN_MS = 7 * 86_400_000

/** Changed orders are read first, then recently placed ones. */
interface WalkCursor {
  by: 'updatedAt' | 'orderPlacedAt'
  since: string
  position: OrderCursor
}

const parseCursor = (cursor: string | null, since: Date): WalkCursor => {
  const [, by, from = since.toISOString(), rest = null] =
    /^(updatedAt|orderPlacedAt) (\d{4}-[\d:.TZ-]{6,30}) (.+)$/.exec(cursor ?? '') ?? []
  return {
    by: by === 'orderPlacedAt' ? by : 'updatedAt',
    since: from,
    position: parseOrderCursor(cursor === null ? null : (rest ?? cursor), since),
  }
}

const formatCursor = ({ by, since }: WalkCursor, step: string | null): string | null => {
  if (step !== null) return `${by} ${since} ${step}`
  if (by === 'orderPlacedAt') return null
  const start = parseOrderCursor(null, new Date(Date.parse(since) - READ_AGAIN_MS))
  return `orderPlacedAt ${since} ${JSON.stringify(start)}`
}

export const matchesStatuses = ({ order }: RemoteOrder, statuses: readonly string[]): boolean =>
  statuses.includes(order.status ?? '')

/** The shop is not asked for states, since an order keeps its state when all of it is refunded. */
const isSelected = (order: RemoteOrder, statuses: readonly string[] | null) =>
  !statuses || matchesStatuses(order, statuses) || isAlwaysRead(VENDURE_ORDER_STATES, order.words)

export const readOrderPage = async (shop: Shop, { since, statuses, cursor }: OrderQuery): Promise<OrderPage> => {
  const walk = parseCursor(cursor, since)
  const { by, position } = walk
  const data = await askShop(shop, PAGE, {
    o: {
      take: PAGE_SIZE,
      // The shop defines the priority of several sort fields, so only one is sent.
      ...(isWithinSecond(position)
        ? { skip: (position.page - 2) * PAGE_SIZE, sort: { id: 'ASC' } }
        : { skip: 0, sort: { [by]: 'ASC' } }),
      filter: {
        active: { eq: false },
        [by]: isWithinSecond(position)
          ? { between: { start: position.from, end: `${position.from.slice(0, 19)}.999Z` } }
          : // The filter excludes its own moment, and some databases store whole seconds.
            { after: addSeconds(position, -1) },
      },
    },
  })
  const items = requireList(readPath(data, 'orders', 'items'))
  const hasChannel = (await readChannelToken(shop)) !== undefined
  const isRead = (item: unknown) => by === 'orderPlacedAt' && String(readPath(item, 'updatedAt')) >= walk.since
  const scale = readScale(data)
  const entries = items.map((item) => ({
    item,
    ref: readText(readPath(item, 'id')) ?? '',
    modifiedAt: readText(readPath(item, by)),
  }))
  const { fresh, next } = advanceOrderCursor(position, entries, items.length === PAGE_SIZE)
  return {
    orders: fresh
      .filter(({ item }) => isWanted(item, hasChannel) && !isRead(item))
      .map(({ item }) => readVendureOrder(item, scale))
      .filter((record) => isBadRecord(record) || isSelected(record, statuses)),
    next: formatCursor(walk, next),
  }
}

export const getOrder = async (shop: Shop, ref: string): Promise<RemoteOrder | undefined> => {
  const data = await askShop(shop, ONE, { id: ref })
  return data.order ? requireOrder(readVendureOrder(data.order, readScale(data))) : undefined
}
