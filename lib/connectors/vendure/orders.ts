import type { OrderPage, OrderQuery, RemoteOrder, Store } from '../connector.ts'
import { at } from '../graphql.ts'
import { onlyOrder } from '../reading.ts'
import { listIn } from '../refusal.ts'
import { placeAt, stepFrom } from '../walk.ts'
import { readVendureOrder } from './order.ts'
import { ask, channelTokenOf } from './store.ts'

const PAGE_SIZE = 50
const CANCELLED = 'Cancelled'

const ADDRESS = 'fullName company streetLine1 streetLine2 city province postalCode country countryCode phoneNumber'
const ORDER = `id code state active type createdAt updatedAt orderPlacedAt currencyCode subTotalWithTax shippingWithTax
  totalWithTax couponCodes customer { id firstName lastName emailAddress phoneNumber }
  shippingAddress { ${ADDRESS} } billingAddress { ${ADDRESS} }
  lines { id quantity proratedUnitPriceWithTax taxRate productVariant { id sku name product { id } } }
  payments { id method state amount } shippingLines { shippingMethod { code name } priceWithTax }`
const PRECISION = 'globalSettings { serverConfig { moneyStrategyPrecision } }'

const PAGE = `query Orders($o: OrderListOptions) { orders(options: $o) { totalItems items { ${ORDER} } } ${PRECISION} }`
const ONE = `query Order($id: ID!) { order(id: $id) { ${ORDER} } ${PRECISION} }`

const scaleIn = (data: Record<string, unknown>) => {
  const scale = at(data, 'globalSettings', 'serverConfig', 'moneyStrategyPrecision')
  return Number.isInteger(scale) && Number(scale) >= 0 && Number(scale) <= 10 ? Number(scale) : 2
}

/** Placed, and of a marketplace as a whole or as one seller's part of it, not both. */
const isWanted = (order: unknown, hasChannel: boolean) =>
  typeof at(order, 'orderPlacedAt') === 'string' && (hasChannel || at(order, 'type') !== 'Seller')

export const orderPage = async (store: Store, { since, statuses, cursor }: OrderQuery): Promise<OrderPage> => {
  const place = placeAt(cursor, since)
  const data = await ask(store, PAGE, {
    o: {
      take: PAGE_SIZE,
      skip: (place.page - 1) * PAGE_SIZE,
      sort: { updatedAt: 'ASC', id: 'ASC' },
      filter: {
        active: { eq: false },
        // Those of that very moment are left out by the store, and some databases keep whole seconds.
        updatedAt: { after: new Date(Date.parse(place.from) - 1000).toISOString() },
        ...(statuses && { state: { in: [...new Set([...statuses, CANCELLED])] } }),
      },
    },
  })
  const items = listIn(at(data, 'orders', 'items'))
  const hasChannel = (await channelTokenOf(store)) !== undefined
  const scale = scaleIn(data)
  const records = items.map((item) => readVendureOrder(item, scale))
  const { fresh, next } = stepFrom(place, records)
  const wanted = new Set(records.filter((_, i) => isWanted(items[i], hasChannel)))
  return { orders: fresh.filter((record) => wanted.has(record)), next: items.length < PAGE_SIZE ? null : next }
}

export const getOrder = async (store: Store, ref: string): Promise<RemoteOrder | undefined> => {
  const data = await ask(store, ONE, { id: ref })
  return data.order ? onlyOrder(readVendureOrder(data.order, scaleIn(data))) : undefined
}
