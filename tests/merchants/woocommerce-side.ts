import { createHmac, randomUUID } from 'node:crypto'
import type { Shelf } from '../connectors/servers/goods.ts'
import { startWooCommerce } from '../connectors/servers/woocommerce.ts'
import type { WooCart } from '../connectors/servers/woocommerce-order.ts'
import { type BookOrder, isRefundedInFull, sum, toStated } from './book.ts'
import { findSold, wholeShop } from './shelves.ts'
import type { Side } from './side.ts'

const STAFF = 'STAFF-'

const gmt = (at: string | null) => at?.slice(0, 19) ?? null

const nameStatus = (order: BookOrder): string => {
  if (order.isDeleted) return 'trash'
  if (order.isCancelled) return 'cancelled'
  if (order.payment === 'pending') return order.isOnHold ? 'on-hold' : 'pending'
  if (isRefundedInFull(order)) return 'refunded'
  if (order.isOnHold) return 'on-hold'
  return order.completedAt ? 'completed' : 'processing'
}

const toCart = (order: BookOrder, shelf: Shelf): WooCart => {
  const { isGross, lines, shipping, refunds } = order
  const rate = (percent: number) => [{ name: `VAT ${percent}`, percent }]
  return {
    ...{ currency: 'EUR', isGross, status: nameStatus(order), dateCompleted: gmt(order.completedAt) },
    datePaid: order.payment === 'paid' ? gmt(order.placedAt) : null,
    paymentMethod: order.payment === 'on_account' ? 'cod' : 'bacs',
    lines: lines.map(({ sku, price, percent, ordered, edited }) => ({
      sold: findSold(shelf, sku),
      ...{ sku, name: sku, quantity: ordered - edited, price: toStated(isGross, price, percent), rates: rate(percent) },
    })),
    shipping: [{ name: 'DHL', price: toStated(isGross, shipping, 19), rates: rate(19) }],
    refunds: refunds.map(({ pieces, shipping: back, amount, at }) => ({ lines: pieces, shipping: back, amount, at })),
  }
}

interface Record_ {
  status: string
  meta_data: object[]
  line_items: { id: number; quantity: number }[]
  date_completed_gmt: string | null
}

export const openWooCommerce = async (): Promise<Side> => {
  const shop = await startWooCommerce()
  const records = new Map<number, Record_>()
  const secretOf = (topic: string) => [...shop.hooks.values()].find((hook) => hook.topic === topic)?.secret ?? ''
  const fulfilmentsOf = (order: BookOrder) =>
    shop.parcels.fulfilments.filter((each) => each.order === order.id && !each.date_deleted)
  type Fulfilment = ReturnType<typeof fulfilmentsOf>[number]
  const readMeta = ({ meta_data: meta }: Fulfilment, name: string) => meta.find(({ key }) => key === name)?.value
  const isOfStaff = (fulfilment: Fulfilment) => String(readMeta(fulfilment, '_tracking_number')).startsWith(STAFF)
  const countPieces = (order: BookOrder, fulfilments: readonly Fulfilment[]) =>
    order.lines.map((_, at) =>
      sum(
        fulfilments
          .flatMap((each) => readMeta(each, '_items') as { item_id: number; qty: number }[])
          .map((item) => (item.item_id === at + 1 ? item.qty : 0)),
      ),
    )

  return {
    type: 'woocommerce',
    server: shop.server,
    address: shop.address,
    shelf: shop.shelf,
    channels: [wholeShop(shop.shelf, { type: 'woocommerce', credentials: shop.credentials })],
    topics: ['order.created', 'order.updated', 'order.deleted', 'order.restored'],
    customs: {
      ...{ editsPaid: false, editsUnpaid: true, cancelsUntilSent: false, reopens: true, deletes: true },
      ...{ completes: true, holds: true, authorizes: false, paysOnDelivery: true, paysLater: true, owesEdits: true },
      ...{ refundsParts: true, sendsParts: true },
    },
    refresh(order) {
      const record = records.get(order.id)
      if (record?.status === 'completed' && !order.completedAt) order.completedAt = `${record.date_completed_gmt}Z`
    },
    write(order) {
      const person = {
        ...{
          first_name: 'Zoë',
          last_name: 'Müller',
          company: '',
          address_1: `Main road ${order.house}`,
          address_2: '',
        },
        ...{ city: 'Anywhere', state: '', postcode: '50667', country: 'DE' },
      }
      const { order: record } = shop.putCart(order.id, toCart(order, shop.shelf), {
        ...{ date_created_gmt: gmt(order.placedAt), date_modified_gmt: gmt(order.changedAt), shipping: person },
        meta_data: records.get(order.id)?.meta_data ?? [],
      })
      // A line without pieces is deleted.
      record.line_items = record.line_items.filter(({ quantity }) => quantity > 0)
      records.set(order.id, record as unknown as Record_)
    },
    tell(order, change) {
      const topics = { placed: 'created', deleted: 'deleted', restored: 'restored' }
      const topic = `order.${(topics as Record<string, string>)[change] ?? 'updated'}`
      const body = JSON.stringify(change === 'deleted' ? { id: order.id } : records.get(order.id))
      return {
        body,
        headers: {
          'x-wc-webhook-topic': topic,
          'x-wc-webhook-signature': createHmac('sha256', secretOf(topic)).update(body).digest('base64'),
        },
      }
    },
    countSent: (order) => countPieces(order, fulfilmentsOf(order)),
    idOf: ({ id }) => String(id),
    countStaff: (order) => countPieces(order, fulfilmentsOf(order).filter(isOfStaff)),
    send(order, line, pieces) {
      const place = records.get(order.id)?.line_items.findIndex(({ id }) => id === line + 1)
      shop.dock.fulfil(order.id, pieces, `${STAFF}${randomUUID()}`, place)
    },
  }
}
