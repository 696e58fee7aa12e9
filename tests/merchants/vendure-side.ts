import { randomUUID } from 'node:crypto'
import { sample } from '../connectors/servers/sample.ts'
import { startVendure } from '../connectors/servers/vendure.ts'
import { vendurePayment } from '../connectors/servers/vendure-orders.ts'
import { type BookOrder, isPartlyPaid, sum, toStated, wantedOf } from './book.ts'
import { findSold, wholeShop } from './shelves.ts'
import type { Side } from './side.ts'

const STAFF = 'STAFF-'

/** Dates in the shop: an order's own moves with its content, and a payment's with the money. */
interface Dates {
  content: string
  changedAt: string
  money: string
  paidAt: string
}

const describeContent = ({ lines, house, isCancelled, isOnHold }: BookOrder) =>
  JSON.stringify([lines.map(wantedOf), house, isCancelled, isOnHold])
const describeMoney = ({ payment, received }: BookOrder) => `${payment} ${received}`

/** A shop of Vendure, which has no webhooks, and two channels: the prices of one contain tax, and those of the other do not. */
export const openVendure = async (seed: number): Promise<Side> => {
  const shop = await startVendure()
  const isGross = seed % 8 < 4
  const outlet = { code: 'outlet', token: 'outlet-token', currency: 'GBP', pricesIncludeTax: !isGross }
  Object.assign(shop.mode, { precision: 2, pricesIncludeTax: isGross, channels: [outlet] })
  const dates = new Map<number, Dates>()
  const states = new Map<number, { state: string }>()
  const lineId = (order: BookOrder, at: number) => `${order.id}0${at}`
  const fulfilmentsOf = (order: BookOrder) =>
    shop.parcels.fulfilments.filter((each) => each.order === String(order.id) && each.state !== 'Cancelled')
  type Fulfilment = ReturnType<typeof fulfilmentsOf>[number]
  const countPieces = (order: BookOrder, fulfilments: readonly Fulfilment[]) =>
    order.lines.map((_, at) =>
      sum(
        fulfilments
          .flatMap(({ lines }) => lines)
          .map(({ orderLineId, quantity }) => (orderLineId === lineId(order, at) ? quantity : 0)),
      ),
    )
  const countSent = (order: BookOrder) => countPieces(order, fulfilmentsOf(order))

  const nameState = (order: BookOrder): string => {
    if (order.isCancelled) return 'Cancelled'
    if (order.isOnHold) return 'Modifying'
    if (isPartlyPaid(order)) return 'ArrangingAdditionalPayment'
    if (order.payment === 'authorized') return 'PaymentAuthorized'
    const sent = countSent(order)
    if (!sum(sent)) return 'PaymentSettled'
    return order.lines.every((line, at) => (sent[at] ?? 0) >= wantedOf(line)) ? 'Shipped' : 'PartiallyShipped'
  }

  const date = (order: BookOrder): Dates => {
    const before = dates.get(order.id)
    const [content, money] = [describeContent(order), describeMoney(order)]
    const now = {
      ...{ content, money },
      changedAt: before?.content === content ? before.changedAt : order.changedAt,
      paidAt: before?.money === money ? before.paidAt : order.changedAt,
    }
    dates.set(order.id, now)
    return now
  }

  return {
    type: 'vendure',
    server: shop.server,
    address: shop.address,
    shelf: shop.shelf,
    channels: [
      {
        ...wholeShop(shop.shelf, {
          ...{ type: 'vendure', credentials: shop.credentials, connectorConfig: shop.config },
        }),
        isGross,
      },
      {
        fields: { type: 'vendure', credentials: { ...shop.credentials, channel_token: outlet.token } },
        ...{ currency: outlet.currency, isGross: !isGross },
        priceOf: (sku) => shop.shelf.priceIn?.(outlet.token, sku),
        reprice: (sku, price) => shop.shelf.repriceIn?.(outlet.token, sku, price),
      },
    ],
    topics: [],
    customs: {
      ...{ editsPaid: true, editsUnpaid: false, cancelsUntilSent: true, reopens: false, deletes: false },
      ...{ completes: false, holds: true, authorizes: true, paysOnDelivery: false, paysLater: false, owesEdits: false },
      ...{ refundsParts: true, sendsParts: true },
    },
    refresh(order) {
      // A fulfilment ends an edit that nobody has finished.
      if (order.isOnHold && states.get(order.id)?.state !== 'Modifying') order.isOnHold = false
    },
    write(order) {
      const { changedAt, paidAt } = date(order)
      const rates = (percent: number) => [{ description: `VAT ${percent}`, taxRate: percent }]
      const refunds = order.refunds.map(({ pieces, shipping, amount, at }, i) => ({
        ...{ id: `${order.id}R${i}`, total: amount, at, shipping },
        lines: pieces.map(({ line, quantity }) => ({ orderLineId: lineId(order, line), quantity })),
      }))
      const state = order.payment === 'authorized' ? 'Authorized' : 'Settled'
      const amount =
        order.payment === 'authorized'
          ? sum(order.lines.map((line) => line.price * wantedOf(line))) + order.shipping
          : order.received
      const payment = vendurePayment({ id: `${order.id}P`, amount, state, at: paidAt, refunds }, order.placedAt)
      const address = {
        ...{ fullName: 'Zoë Müller', company: null, streetLine1: `Main road ${order.house}`, streetLine2: null },
        ...{ city: 'Anywhere', province: null, postalCode: '50667', country: 'Germany', countryCode: 'DE' },
      }
      const placedIn = order.channel ? outlet : { code: 'web', token: 'e-channel-token' }
      const channels = [{ code: '__default_channel__', token: 'default-token' }, placedIn]
      const shown = { state: nameState(order), payments: [payment], shippingAddress: address, channels }
      states.set(
        order.id,
        shop.putWith(
          sample(order.id, { placedAt: order.placedAt, modifiedAt: changedAt, currency: order.currency }),
          {
            pricesIncludeTax: order.isGross,
            lines: order.lines.map((line, at) => ({
              ...{
                id: lineId(order, at),
                sku: line.sku,
                variantId: findSold(shop.shelf, line.sku).variant,
                name: line.sku,
                listPrice: toStated(order.isGross, line.price, line.percent),
              },
              ...{ quantity: wantedOf(line), placed: line.isAdded ? 0 : line.ordered, rates: rates(line.percent) },
            })),
            shipping: [
              {
                ...{ id: `${order.id}8`, code: 'dhl', name: 'DHL', price: toStated(order.isGross, order.shipping, 19) },
                rate: { description: 'VAT 19', taxRate: 19 },
              },
            ],
          },
          shown,
        ),
      )
    },
    tell: () => undefined,
    countSent,
    idOf: ({ id }) => `CODE${id}`,
    countStaff: (order) =>
      countPieces(
        order,
        fulfilmentsOf(order).filter(({ trackingCode }) => trackingCode.startsWith(STAFF)),
      ),
    send(order, line, pieces) {
      shop.dock.fulfil(order.id, pieces, `${STAFF}${randomUUID()}`, line)
    },
  }
}
