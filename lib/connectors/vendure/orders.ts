import type { OrderPage, OrderQuery, RemoteOrder, Shop } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { addSeconds, isWithinSecond, type Place, parsePlace, stepFrom } from '../order-cursor.ts'
import { readText, requireOrder } from '../reading.ts'
import { requireList } from '../refusal.ts'
import { askShop, readChannelToken } from './ask-shop.ts'
import { readVendureOrder } from './order.ts'

const PAGE_SIZE = 50
const CANCELLED = 'Cancelled'

const ADDRESS = 'fullName company streetLine1 streetLine2 city province postalCode country countryCode phoneNumber'
const ORDER = `id code state active type createdAt updatedAt orderPlacedAt currencyCode subTotalWithTax shippingWithTax
  totalWithTax couponCodes customer { id firstName lastName emailAddress phoneNumber }
  shippingAddress { ${ADDRESS} } billingAddress { ${ADDRESS} }
  lines { id quantity proratedUnitPriceWithTax taxRate productVariant { id sku name product { id } } }
  payments { id method state amount updatedAt } fulfillments { id state updatedAt } shippingLines { shippingMethod { code name } priceWithTax }`
const PRECISION = 'globalSettings { serverConfig { moneyStrategyPrecision } }'

const PAGE = `query Orders($o: OrderListOptions) { orders(options: $o) { totalItems items { ${ORDER} } } ${PRECISION} }`
const ONE = `query Order($id: ID!) { order(id: $id) { ${ORDER} } ${PRECISION} }`

const readScale = (data: Record<string, unknown>) => {
  const scale = readPath(data, 'globalSettings', 'serverConfig', 'moneyStrategyPrecision')
  return Number.isInteger(scale) && Number(scale) >= 0 && Number(scale) <= 10 ? Number(scale) : 2
}

/** Placed, and of a marketplace as a whole or as one seller's part of it, not both. */
const isWanted = (order: unknown, hasChannel: boolean) =>
  typeof readPath(order, 'orderPlacedAt') === 'string' && (hasChannel || readPath(order, 'type') !== 'Seller')

/** Some versions move an order to its next state and leave its date as it was, so that these days are read again. */
const READ_AGAIN_MS = 7 * 86_400_000

/** First what has changed, then what was placed. */
interface Walk {
  by: 'updatedAt' | 'orderPlacedAt'
  since: string
  place: Place
}

const walkFrom = (cursor: string | null, since: Date): Walk => {
  const [, by = 'updatedAt', from = since.toISOString(), rest = null] =
    /^(updatedAt|orderPlacedAt) (\d{4}-[\d:.TZ-]{6,30}) (.+)$/.exec(cursor ?? '') ?? []
  return { by: by as Walk['by'], since: from, place: parsePlace(cursor === null ? null : (rest ?? cursor), since) }
}

const formatCursor = ({ by, since }: Walk, step: string | null): string | null => {
  if (step !== null) return `${by} ${since} ${step}`
  if (by === 'orderPlacedAt') return null
  const start = parsePlace(null, new Date(Date.parse(since) - READ_AGAIN_MS))
  return `orderPlacedAt ${since} ${JSON.stringify(start)}`
}

export const orderPage = async (shop: Shop, { since, statuses, cursor }: OrderQuery): Promise<OrderPage> => {
  const walk = walkFrom(cursor, since)
  const { by, place } = walk
  const data = await askShop(shop, PAGE, {
    o: {
      take: PAGE_SIZE,
      // A store sorts by its own order of members, so that one alone is asked for.
      ...(isWithinSecond(place)
        ? { skip: (place.page - 2) * PAGE_SIZE, sort: { id: 'ASC' } }
        : { skip: 0, sort: { [by]: 'ASC' } }),
      filter: {
        active: { eq: false },
        [by]: isWithinSecond(place)
          ? { between: { start: place.from, end: `${place.from.slice(0, 19)}.999Z` } }
          : // Those of that very moment are left out by the store, and some databases keep whole seconds.
            { after: addSeconds(place, -1) },
        ...(statuses && { state: { in: [...new Set([...statuses, CANCELLED])] } }),
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
  const { fresh, next } = stepFrom(place, entries, items.length === PAGE_SIZE)
  return {
    orders: fresh
      .filter(({ item }) => isWanted(item, hasChannel) && !isRead(item))
      .map(({ item }) => readVendureOrder(item, scale)),
    next: formatCursor(walk, next),
  }
}

export const getOrder = async (shop: Shop, ref: string): Promise<RemoteOrder | undefined> => {
  const data = await askShop(shop, ONE, { id: ref })
  return data.order ? requireOrder(readVendureOrder(data.order, readScale(data))) : undefined
}
