import { isSameTrackingNumber } from '../../platform/identifiers/tracking-number.ts'
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
import { GONE, type Hindrance } from '../fulfilments/publish-parcel.ts'
import { NUMBER_SEPARATOR, readTrackingNumbers } from '../fulfilments/tracking-numbers.ts'
import { SYLIUS_ORDER_STATES } from '../order-states/sylius-order-states.ts'
import { parseObject, readText } from '../reading.ts'
import { buildUnreadableError, toRefusal } from '../refusal.ts'
import { askShop, buildUrl, readIriEnd, readRefusal, sendAuthorized } from './ask-shop.ts'
import { readSyliusWords } from './order.ts'

/** Ids that are safe as a path segment. */
const PLAIN = /^[\w-]{1,255}$/
const MAX_TRACKING_LENGTH = 255

/** The shop's shipment of an order, usually its only one. */
interface SyliusShipment {
  id: string
  state: string
  tracking: string | null
}

const readShipment = async (shop: Shop, reference: unknown): Promise<SyliusShipment[]> => {
  const id = readText(parseObject(reference).id) ?? readIriEnd(reference)
  if (!id || !PLAIN.test(id)) throw buildUnreadableError()
  const { status, json } = await askShop(shop, `/shipments/${id}`, {}, 404)
  if (status === 404) return []
  const { state, tracking } = parseObject(json)
  return [{ id, state: readText(state) ?? '', tracking: readText(tracking, 1000) }]
}

/** Returns whether the order has ended, and its shipments; undefined if the shop no longer has the order. */
const readOrder = async (shop: Shop, { raw }: OrderInShop) => {
  const token = readText(parseObject(raw).tokenValue)
  if (!token || !PLAIN.test(token)) return undefined
  const { status, json } = await askShop(shop, `/orders/${token}`, {}, 404)
  if (status === 404) return undefined
  const { shipments } = parseObject(json)
  const found: SyliusShipment[] = []
  for (const reference of Array.isArray(shipments) ? shipments : [])
    found.push(...(await readShipment(shop, reference)))
  return { end: findEnd(SYLIUS_ORDER_STATES, readSyliusWords(json)), shipments: found }
}

const toFulfilment = ({ id, tracking }: SyliusShipment): ShopFulfilment => ({
  ...{ externalId: id, mark: null, carrier: null, trackingNumber: tracking, trackingUrl: null, lines: [] },
})

const isShipped = ({ state }: SyliusShipment) => state === 'shipped'

/** Joins as many tracking numbers as the shop can store. */
const joinNumbers = ({ parcel, others }: Publication, isFirst: boolean): string => {
  const parcels = isFirst ? [parcel] : [...others, parcel]
  const inOrder = parcels.toSorted((one, other) => (one.handedOverAt < other.handedOverAt ? -1 : 1))
  const numbers = new Set(inOrder.flatMap(({ trackingNumber }) => trackingNumber ?? []))
  let joined = ''
  for (const number of numbers) {
    const longer = joined ? joined + NUMBER_SEPARATOR + number : number
    if (longer.length <= MAX_TRACKING_LENGTH) joined = longer
  }
  return joined
}

const ship = async (shop: Shop, id: string, trackingCode: string): Promise<Hindrance | undefined> => {
  const answer = await sendAuthorized(shop, {
    method: 'PATCH',
    url: buildUrl(shop, `/shipments/${id}/ship`).href,
    json: trackingCode ? { trackingCode } : {},
    contentType: 'application/merge-patch+json',
  })
  // The answer to a shipped shipment is empty.
  if (answer.status >= 200 && answer.status <= 299) return undefined
  // Somebody may have shipped it meanwhile, which the next attempt sees.
  if (answer.status === 400 || answer.status === 422) return { waits: readRefusal(answer.json).refused }
  throw toRefusal(answer)
}

const WITH_THE_LAST: Hindrance = {
  skipped: 'The shop ships an order as a whole: it hears of this parcel with the last one.',
}
const NOTHING_READY: Hindrance = { skipped: 'The shop has nothing to ship in this order.' }
const NUMBER_IS_MISSING = 'The shop shipped the order before and cannot add this tracking number.'

export const publishFulfilment = async (shop: Shop, publication: Publication): Promise<PublicationOutcome> => {
  const order = await readOrder(shop, publication.order)
  if (!order) return GONE
  if (order.end) return order.end
  const isFirst = shop.config.ship_at === 'first'
  const ready = order.shipments.filter(({ state }) => state === 'ready')
  if (ready.length && !isFirst && !publication.isLast) return WITH_THE_LAST
  for (const { id } of ready) {
    const hindrance = await ship(shop, id, joinNumbers(publication, isFirst))
    if (hindrance) return hindrance
  }
  const shipped = (ready.length ? await readOrder(shop, publication.order) : order)?.shipments.filter(isShipped) ?? []
  if (!shipped.length) return NOTHING_READY
  const { trackingNumber } = publication.parcel
  const isShown =
    trackingNumber === null ||
    shipped.some(({ tracking }) =>
      readTrackingNumbers(tracking).some((each) => isSameTrackingNumber(each, trackingNumber)),
    )
  return {
    published: ready.length ? 'created' : 'unchanged',
    externalIds: shipped.map(({ id }) => id),
    ...(!isShown && { remark: NUMBER_IS_MISSING }),
  }
}

const STAYS_SHIPPED =
  'The shop has shipped the order as a whole and cannot take that back. Tell the customer which tracking number counts.'

/** A shipment of the shop is never ready again, so people have to tell the customer. */
export const withdrawFulfilment = async (shop: Shop, { order }: Withdrawal): Promise<WithdrawalOutcome> => {
  const found = await readOrder(shop, order)
  return found?.shipments.some(isShipped) ? { refused: STAYS_SHIPPED } : { withdrawn: [] }
}

export const listFulfilments = async (shop: Shop, order: OrderInShop): Promise<ShopFulfilment[] | undefined> =>
  (await readOrder(shop, order))?.shipments.filter(isShipped).map(toFulfilment)
