import { createHmac, randomUUID } from 'node:crypto'
import type { Shelf } from '../connectors/servers/goods.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import type { ShopifyCart } from '../connectors/servers/shopify-order.ts'
import { type BookOrder, isPartlyPaid, isRefundedInFull, sum, toStated } from './book.ts'
import { findSold, wholeShop } from './shelves.ts'
import type { Side } from './side.ts'

const SECRET = 'merchants-app-secret'
const STAFF = 'STAFF-'

const nameStatus = (order: BookOrder): string => {
  if (order.payment === 'pending') return order.isCancelled ? 'VOIDED' : 'PENDING'
  if (order.payment === 'authorized') return order.isCancelled ? 'VOIDED' : 'AUTHORIZED'
  if (isRefundedInFull(order)) return 'REFUNDED'
  if (isPartlyPaid(order)) return 'PARTIALLY_PAID'
  return order.refunds.length ? 'PARTIALLY_REFUNDED' : 'PAID'
}

const toCart = (order: BookOrder, shelf: Shelf): ShopifyCart => {
  const { isGross, lines, shipping, refunds } = order
  const rate = (percent: number) => [{ name: `VAT ${percent}`, percent }]
  return {
    ...{ currency: 'EUR', isGross, financialStatus: nameStatus(order) },
    lines: lines.map(({ sku, price, percent, ordered }) => ({
      sold: findSold(shelf, sku),
      ...{ sku, name: sku, quantity: ordered, price: toStated(isGross, price, percent), rates: rate(percent) },
    })),
    shipping: [{ name: 'DHL', price: toStated(isGross, shipping, 19), rates: rate(19) }],
    edited: lines.flatMap(({ edited }, line) => (edited ? [{ line, quantity: edited }] : [])),
    refunds: refunds.map(({ pieces, shipping: back, amount, at }) => ({
      ...{ lines: pieces, amount, at },
      shipping: toStated(isGross, back, 19),
    })),
  }
}

const money = (cents: number) => {
  const of = { amount: (cents / 100).toFixed(2), currencyCode: 'EUR' }
  return { presentmentMoney: of, shopMoney: of }
}

export const openShopify = async (): Promise<Side> => {
  const shop = await startShopify()
  const gidOf = ({ id }: BookOrder) => `gid://shopify/Order/${id}`
  type Fulfilment = ReturnType<typeof fulfilmentsOf>[number]
  const fulfilmentsOf = (order: BookOrder) =>
    (shop.parcels.fulfilments.get(gidOf(order)) ?? []).filter(({ status }) => status === 'SUCCESS')

  const isHeld = new Map<number, boolean>()
  /** When the shop says that an order changed. */
  const updated = new Map<number, string>()

  const isOfStaff = ({ tracking }: Fulfilment) => tracking?.numbers.some((number) => number.startsWith(STAFF)) === true
  const countPieces = (order: BookOrder, fulfilments: readonly Fulfilment[]) =>
    order.lines.map((_, at) =>
      sum(
        fulfilments
          .flatMap(({ lines }) => lines)
          .map(({ quantity, lineItem }) => (lineItem.id === `gid://shopify/LineItem/${at + 1}` ? quantity : 0)),
      ),
    )

  return {
    type: 'shopify',
    server: shop.server,
    address: shop.address,
    shelf: shop.shelf,
    channels: [wholeShop(shop.shelf, { type: 'shopify', credentials: { ...shop.credentials, client_secret: SECRET } })],
    topics: [
      'orders/create',
      'orders/updated',
      'orders/cancelled',
      'fulfillments/create',
      'fulfillment_orders/hold_released',
    ],
    customs: {
      ...{ editsPaid: true, editsUnpaid: true, cancelsUntilSent: true, reopens: false, deletes: false },
      ...{ completes: false, holds: true, authorizes: true, paysOnDelivery: false, paysLater: true, owesEdits: true },
      ...{ refundsParts: true, sendsParts: true },
    },
    refresh: () => undefined,
    write(order) {
      // Nothing dates an order whose hold is released.
      const isReleased = isHeld.get(order.id) === true && !order.isOnHold
      const updatedAt = isReleased ? (updated.get(order.id) ?? order.changedAt) : order.changedAt
      isHeld.set(order.id, order.isOnHold)
      updated.set(order.id, updatedAt)
      const person = { firstName: 'Zoë', lastName: 'Müller', name: 'Zoë Müller', company: null }
      const address = {
        ...{ ...person, address1: `Main road ${order.house}`, address2: null, city: 'Anywhere', zip: '50667' },
        ...{ province: null, provinceCode: null, countryCodeV2: 'DE', phone: null },
      }
      shop.putCart(order.id, toCart(order, shop.shelf), {
        ...{ createdAt: order.placedAt, processedAt: order.placedAt, updatedAt },
        cancelledAt: order.isCancelled ? order.changedAt : null,
        totalReceivedSet: money(order.received),
        shippingAddress: address,
        ...(order.isOnHold && { displayFulfillmentStatus: 'ON_HOLD' }),
      } as never)
      for (const request of shop.parcels.requestsOf(order.id)) {
        if (['CLOSED', 'CANCELLED'].includes(request.status)) continue
        const status = order.isOnHold ? 'ON_HOLD' : 'OPEN'
        if (request.status !== status) request.updatedAt = order.changedAt
        request.status = status
        request.holds = order.isOnHold ? [{ reason: 'OTHER', reasonNotes: null }] : []
      }
    },
    tell(order, change) {
      const topics = { placed: 'orders/create', cancelled: 'orders/cancelled', sent: 'fulfillments/create' }
      const isReleased = change === 'released'
      const topic = isReleased
        ? 'fulfillment_orders/hold_released'
        : ((topics as Record<string, string>)[change] ?? 'orders/updated')
      const [request] = shop.parcels.requestsOf(order.id)
      const said = isReleased
        ? { fulfillment_order: { id: request?.id, status: 'open' } }
        : change === 'sent'
          ? { id: 5, order_id: order.id, status: 'success' }
          : { id: order.id }
      const body = JSON.stringify(said)
      return {
        body,
        headers: {
          'x-shopify-topic': topic,
          'x-shopify-webhook-id': randomUUID(),
          'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
        },
      }
    },
    countSent: (order) => countPieces(order, fulfilmentsOf(order)),
    idOf: ({ id }) => String(id),
    countStaff: (order) => countPieces(order, fulfilmentsOf(order).filter(isOfStaff)),
    send: (order, line, pieces) => shop.dock.fulfil(order.id, pieces, `${STAFF}${randomUUID()}`, line),
  }
}
