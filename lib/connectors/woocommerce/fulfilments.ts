import type { Shop } from '../connector.ts'
import { findEnd } from '../fulfilments/find-end.ts'
import type {
  OrderInShop,
  Publication,
  PublicationOutcome,
  ShopFulfilment,
  Withdrawal,
  WithdrawalOutcome,
} from '../fulfilments/fulfilment.ts'
import { listOpenLines } from '../fulfilments/match-parcel.ts'
import { type ParcelWriter, publishParcel, type SeenOrder } from '../fulfilments/publish-parcel.ts'
import { withdrawParcel } from '../fulfilments/withdraw-parcel.ts'
import { WOOCOMMERCE_ORDER_STATES } from '../order-states/woocommerce-order-states.ts'
import { parseObject, readText } from '../reading.ts'
import { requireList } from '../refusal.ts'
import { askForOrder, askShop } from './ask-shop.ts'
import { coreFulfilments, orderNotes, type ParcelRecords, trackingExtension, type WooLine } from './parcel-records.ts'

interface WooOrder {
  status: string
  hasRefunds: boolean
  lines: WooLine[]
}

const readOrder = async (shop: Shop, { externalOrderId }: OrderInShop): Promise<WooOrder | undefined> => {
  if (!/^\d{1,18}$/.test(externalOrderId)) return undefined
  const answer = await askForOrder(shop, externalOrderId)
  if (answer === undefined) return undefined
  const order = parseObject(answer)
  const lines = requireList(order.line_items).map(parseObject)
  return {
    status: readText(order.status) ?? '',
    hasRefunds: Array.isArray(order.refunds) && order.refunds.length > 0,
    lines: lines.map(({ id, sku, quantity }) => ({
      id: readText(id) ?? '',
      sku: readText(sku),
      quantity: Math.floor(Number(quantity)) || 0,
    })),
  }
}

/** The best place for parcels that the shop has. Extensions know parcels by their number only. */
const findRecords = async (shop: Shop, orderId: string, lines: readonly WooLine[], hasNumber: boolean) => {
  const places = hasNumber ? [coreFulfilments, trackingExtension] : [coreFulfilments]
  for (const records of places) {
    const fulfilments = await records.list(shop, orderId, lines)
    if (fulfilments) return { records, fulfilments }
  }
  return { records: orderNotes, fulfilments: (await orderNotes.list(shop, orderId, lines)) ?? [] }
}

interface SeenWooOrder extends SeenOrder {
  order: WooOrder
  records: ParcelRecords
}

const toHindrance = (refused: string | undefined): { refused: string } | undefined =>
  refused === undefined ? undefined : { refused }

const createWriter = (shop: Shop, { order, parcel, isLast }: Publication): ParcelWriter<SeenWooOrder> => {
  const orderId = order.externalOrderId
  let place: ParcelRecords = orderNotes
  return {
    async read() {
      const found = await readOrder(shop, order)
      if (!found) return undefined
      const { records, fulfilments } = await findRecords(shop, orderId, found.lines, parcel.trackingNumber !== null)
      place = records
      const hindrance = findEnd(WOOCOMMERCE_ORDER_STATES, { status: found.status })
      return { order: found, records, fulfilments, lines: listOpenLines(found.lines, fulfilments), hindrance }
    },
    create: async ({ records }, pieces) => toHindrance(await records.add(shop, orderId, parcel, pieces)),
    update: async ({ externalId }) => toHindrance(await place.update(shop, orderId, externalId, parcel)),
    /** The status mails the customer, so it follows when the parcel and its number can be seen. */
    async finish({ order: { status, hasRefunds } }) {
      if (isLast && status === 'processing' && !hasRefunds)
        await askShop(shop, `/orders/${orderId}`, { method: 'PUT', json: { status: 'completed' } })
    },
  }
}

export const publishFulfilment = (shop: Shop, publication: Publication): Promise<PublicationOutcome> =>
  publishParcel(createWriter(shop, publication), publication)

const PLACES = [coreFulfilments, trackingExtension, orderNotes]

/** A parcel is in another place than before if the shop got its fulfilments or its extension meanwhile. */
const findEverywhere = async (shop: Shop, orderId: string, lines: readonly WooLine[], parcelId: string) => {
  const found: (ShopFulfilment & { records: ParcelRecords })[] = []
  // Notes and fulfilments are numbered apart, so that only the mark of a note tells whose it is.
  for (const records of PLACES)
    for (const each of (await records.list(shop, orderId, lines)) ?? [])
      if (records !== orderNotes || each.mark === parcelId) found.push({ ...each, records })
  return found
}

export const withdrawFulfilment = (shop: Shop, withdrawal: Withdrawal): Promise<WithdrawalOutcome> => {
  const { order, parcel } = withdrawal
  const orderId = order.externalOrderId
  return withdrawParcel(
    {
      async list() {
        const found = await readOrder(shop, order)
        return found && (await findEverywhere(shop, orderId, found.lines, parcel.id))
      },
      remove: async (fulfilment) => toHindrance(await fulfilment.records.remove(shop, orderId, fulfilment)),
      /** An order that lacks a parcel is not complete. This status mails nobody, since the order had it before. */
      async finish() {
        if ((await readOrder(shop, order))?.status === 'completed')
          await askShop(shop, `/orders/${orderId}`, { method: 'PUT', json: { status: 'processing' } })
      },
    },
    withdrawal,
  )
}

export const listFulfilments = async (shop: Shop, order: OrderInShop): Promise<ShopFulfilment[] | undefined> => {
  const found = await readOrder(shop, order)
  return found && (await findRecords(shop, order.externalOrderId, found.lines, true)).fulfilments
}
