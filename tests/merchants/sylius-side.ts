import { sample } from '../connectors/servers/sample.ts'
import { startSylius } from '../connectors/servers/sylius.ts'
import { type BookOrder, isRefundedInFull, toStated, worthOf } from './book.ts'
import { wholeShop } from './shelves.ts'
import type { Side } from './side.ts'

/** A shop of Sylius, which has no webhooks, dates no change, refunds whole payments and ships orders as a whole. */
export const openSylius = async (seed: number): Promise<Side> => {
  const shop = await startSylius()
  const isGross = seed % 8 < 4
  const zones = [
    { includedInPrice: isGross, zone: '/api/v2/admin/zones/DE' },
    { includedInPrice: !isGross, zone: '/api/v2/admin/zones/GB' },
  ]
  Object.assign(shop.catalog.mode, { rates: zones, channels: [{ code: 'POP', currency: 'GBP', zone: 'GB' }] })
  const connect = (code: string) => ({
    ...{ type: 'sylius', credentials: shop.credentials, connectorConfig: { channel_code: code } },
  })
  const isShipped = ({ id }: BookOrder) => shop.parcels.shipments.get(id)?.state === 'shipped'

  const namePayment = (order: BookOrder): string => {
    if (order.isCancelled) return 'cancelled'
    if (isRefundedInFull(order)) return 'refunded'
    return { paid: 'paid', authorized: 'authorized', pending: 'awaiting_payment', on_account: 'awaiting_payment' }[
      order.payment
    ]
  }
  const nameState = (order: BookOrder): string => {
    if (order.isCancelled) return 'cancelled'
    return isShipped(order) && order.payment === 'paid' ? 'fulfilled' : 'new'
  }
  const nameShipping = (order: BookOrder): string => {
    if (isShipped(order)) return 'shipped'
    return order.isCancelled ? 'cancelled' : 'ready'
  }

  return {
    type: 'sylius',
    server: shop.server,
    address: shop.address,
    shelf: shop.shelf,
    channels: [
      { ...wholeShop(shop.shelf, connect('WEB')), isGross },
      {
        ...{ fields: connect('POP'), currency: 'GBP', isGross: !isGross },
        priceOf: (sku) => shop.shelf.priceIn?.('POP', sku),
        reprice: (sku, price) => shop.shelf.repriceIn?.('POP', sku, price),
      },
    ],
    topics: [],
    // The core of Sylius has no edits of placed orders, and no state of an order, payment or shipment is a hold.
    customs: {
      ...{ editsPaid: false, editsUnpaid: false, cancelsUntilSent: true, reopens: false, deletes: false },
      ...{ completes: false, holds: false, authorizes: true, paysOnDelivery: false, paysLater: true, owesEdits: false },
      ...{ refundsParts: false, sendsParts: false },
    },
    refresh: () => undefined,
    write(order) {
      const { isGross, lines, shipping, house } = order
      const rate = (percent: number) => ({ name: 'VAT', percent, included: isGross })
      const payment = {
        id: order.id,
        state: isRefundedInFull(order) ? 'refunded' : 'completed',
        amount: worthOf(order),
      }
      const address = {
        ...{ firstName: 'Zoë', lastName: 'Müller', company: '', street: `Main road ${house}`, city: 'Anywhere' },
        ...{ postcode: '50667', countryCode: 'DE', provinceName: null, phoneNumber: '030 1' },
      }
      shop.putWith(
        sample(order.id, { placedAt: order.placedAt, modifiedAt: order.changedAt, currency: order.currency }),
        {
          items: lines.map(({ sku, price, percent, ordered }, at) => ({
            ...{ id: order.id * 10 + at, variant: sku, productName: sku, quantity: ordered },
            ...{ unitPrice: toStated(isGross, price, percent), rate: rate(percent) },
          })),
          shipments: [{ id: order.id, price: toStated(isGross, shipping, 19), rate: rate(19) }],
        },
        {
          ...{ state: nameState(order), paymentState: namePayment(order), shippingState: nameShipping(order) },
          shippingAddress: address,
          channel: `/api/v2/admin/channels/${order.channel ? 'POP' : 'WEB'}`,
          ...(order.payment === 'paid' && { paid: [payment] }),
        },
      )
      if (order.isCancelled) shop.dock.cancel(order.id)
    },
    tell: () => undefined,
    idOf: ({ id }) => String(id).padStart(9, '0'),
    countSent: (order) => order.lines.map(({ ordered }) => (isShipped(order) ? ordered : 0)),
    countStaff: (order) => order.lines.map(() => 0),
    send() {
      throw new Error('the shop ships orders as a whole')
    },
  }
}
