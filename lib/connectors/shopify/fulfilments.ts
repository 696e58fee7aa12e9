import { ConnectorError, type Shop } from '../connector.ts'
import { findEnd } from '../fulfilments/find-end.ts'
import type {
  OrderInShop,
  Publication,
  PublicationOutcome,
  ShopFulfilment,
  Withdrawal,
  WithdrawalOutcome,
} from '../fulfilments/fulfilment.ts'
import { findLacking, findOwnFulfilments, type OpenLine, type Pieces } from '../fulfilments/match-parcel.ts'
import { mustNotifyCustomer } from '../fulfilments/notify-customer.ts'
import { type ParcelWriter, publishParcel, type SeenOrder } from '../fulfilments/publish-parcel.ts'
import { NUMBER_SEPARATOR } from '../fulfilments/tracking-numbers.ts'
import { type Obstacle, withdrawParcel } from '../fulfilments/withdraw-parcel.ts'
import { readPath } from '../graphql.ts'
import { SHOPIFY_ORDER_STATES } from '../order-states/shopify-order-states.ts'
import { groupItems } from '../outcomes.ts'
import { isInteger, readInstant, readText } from '../reading.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { readShopifyWords } from './orders/order.ts'
import { readAllNodes } from './orders/read-all-nodes.ts'
import { buildTracking, buildTrackingInfo, type ShopifyFulfilment } from './tracking.ts'
import { listUserErrors } from './user-errors.ts'

// Small, because nested lists multiply the cost of a query.
const MAX_FULFILMENTS = 50
const LINES_AT_ONCE = 50
const MAX_PAGES = 25
/** The shop takes lists of so many entries. */
const MAX_ENTRIES = 250

const OF_ORDER = 'pageInfo { hasNextPage endCursor } nodes { id remainingQuantity lineItem { id sku } }'
const OF_FULFILMENT = 'pageInfo { hasNextPage endCursor } nodes { quantity lineItem { id sku } }'
const FULFILMENTS = `query Fulfilments($id: ID!) { order(id: $id) { id cancelledAt test
  displayFinancialStatus displayFulfillmentStatus fulfillments(first: ${MAX_FULFILMENTS}) {
  id status trackingInfo(first: 10) { company number url } fulfillmentLineItems(first: ${LINES_AT_ONCE}) { ${OF_FULFILMENT} } } } }`
const ORDERS = `query FulfilmentOrders($id: ID!) { order(id: $id) { fulfillmentOrders(first: ${MAX_FULFILMENTS}) { nodes {
  id status fulfillAt assignedLocation { location { id } } fulfillmentHolds { reason reasonNotes } lineItems(first: ${LINES_AT_ONCE}) { ${OF_ORDER} } } } } }`
const MORE_OF_FULFILMENT = `query MoreOfFulfilment($id: ID!, $after: String!) { fulfillment(id: $id) {
  fulfillmentLineItems(first: 250, after: $after) { ${OF_FULFILMENT} } } }`
const MORE_OF_ORDER = `query MoreOfFulfilmentOrder($id: ID!, $after: String!) { fulfillmentOrder(id: $id) {
  lineItems(first: 250, after: $after) { ${OF_ORDER} } } }`
const CREATE = `mutation Fulfil($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) {
  fulfillment { id status } userErrors { field message } } }`
const TRACK = `mutation Track($id: ID!, $tracking: FulfillmentTrackingInput!, $notify: Boolean) {
  fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: $notify) {
    fulfillment { id } userErrors { field message } } }`
const CANCEL = `mutation CancelFulfilment($id: ID!) { fulfillmentCancel(id: $id) {
  fulfillment { id status } userErrors { field message } } }`

const requireId = (record: unknown): string => {
  const id = readText(readPath(record, 'id'))
  if (!id) throw buildUnreadableError()
  return id
}

const ENDED = ['CANCELLED', 'ERROR', 'FAILURE']

const readFulfilment = async (shop: Shop, record: unknown): Promise<ShopifyFulfilment[]> => {
  if (ENDED.includes(String(readPath(record, 'status')))) return []
  const all = requireList(readPath(record, 'trackingInfo'))
  const tracking = all.map((each) => ({
    number: readText(readPath(each, 'number')),
    url: readText(readPath(each, 'url'), 2048),
  }))
  const more = { query: MORE_OF_FULFILMENT, root: 'fulfillment', list: 'fulfillmentLineItems' }
  const nodes = await readAllNodes(shop, record, more, MAX_PAGES)
  return [
    {
      externalId: requireId(record),
      mark: null,
      carrier: readText(readPath(all[0], 'company')),
      trackingNumber: tracking.flatMap(({ number }) => number ?? []).join(NUMBER_SEPARATOR) || null,
      trackingUrl: tracking[0]?.url ?? null,
      tracking,
      lines: nodes.map((node) => ({
        sku: readText(readPath(node, 'lineItem', 'sku')),
        quantity: Number(readPath(node, 'quantity')) || 0,
      })),
    },
  ]
}

/** Returns whether the order has ended, and its fulfilments; undefined if the shop no longer has the order. */
const readOrder = async (shop: Shop, { externalOrderId }: OrderInShop) => {
  if (!/^\d{1,20}$/.test(externalOrderId)) return undefined
  const id = `gid://shopify/Order/${externalOrderId}`
  const { order } = await askShop(shop, FULFILMENTS, { variables: { id } })
  if (!order) return undefined
  const fulfilments: ShopifyFulfilment[] = []
  for (const record of requireList(readPath(order, 'fulfillments')))
    fulfilments.push(...(await readFulfilment(shop, record)))
  return { id, end: findEnd(SHOPIFY_ORDER_STATES, readShopifyWords(order, shop.config)), fulfilments }
}

/** A line of the shop's fulfilment orders, with where its pieces lie. */
interface FulfilmentOrderLine extends OpenLine {
  orderId: string
  location: string
  status: string
  hold: string | null
}

/** Explains why a fulfilment order without a hold takes no parcel. */
const explainWait = (record: unknown): string | null => {
  const at = readInstant(readPath(record, 'fulfillAt'))
  const status = readPath(record, 'status')
  if (status === 'INCOMPLETE') return 'its fulfilment is incomplete, and staff has to open it again'
  return status === 'SCHEDULED' && at ? `it is scheduled for ${at}` : null
}

const readLines = async (shop: Shop, id: string): Promise<FulfilmentOrderLine[]> => {
  const { order } = await askShop(shop, ORDERS, { variables: { id } })
  const lines: FulfilmentOrderLine[] = []
  for (const record of requireList(readPath(order, 'fulfillmentOrders', 'nodes'))) {
    const [hold] = requireList(readPath(record, 'fulfillmentHolds') ?? [])
    const shared = {
      orderId: requireId(record),
      location: readText(readPath(record, 'assignedLocation', 'location', 'id')) ?? '',
      status: readText(readPath(record, 'status')) ?? '',
      hold: readText(readPath(hold, 'reasonNotes'), 200) ?? readText(readPath(hold, 'reason')) ?? explainWait(record),
    }
    const more = { query: MORE_OF_ORDER, root: 'fulfillmentOrder', list: 'lineItems' }
    for (const node of await readAllNodes(shop, record, more, MAX_PAGES)) {
      const remaining = readPath(node, 'remainingQuantity')
      const sku = readText(readPath(node, 'lineItem', 'sku'))
      lines.push({ ...shared, id: requireId(node), sku, open: isInteger(remaining) ? remaining : 0 })
    }
  }
  return lines
}

const isOpen = ({ status }: FulfilmentOrderLine) => status === 'OPEN' || status === 'IN_PROGRESS'
const isHeld = ({ status }: FulfilmentOrderLine) => ['ON_HOLD', 'SCHEDULED', 'INCOMPLETE'].includes(status)

interface SeenShopifyOrder extends SeenOrder {
  fulfilments: readonly ShopifyFulfilment[]
  lines: readonly FulfilmentOrderLine[]
}

/** Another application holds pieces of the parcel; only who holds them may release them. */
const findHold = (publication: Publication, fulfilments: readonly ShopFulfilment[], all: FulfilmentOrderLine[]) => {
  const own = findOwnFulfilments(fulfilments, publication)
  const held = all.filter(isHeld)
  const needed = findLacking(publication.parcel, own, [...all.filter(isOpen), ...held])
  const hindering = held.find(({ id }) => needed.some(({ line }) => line === id))
  return hindering && { waits: `The shop holds the order back: ${hindering.hold ?? 'it gives no reason'}.` }
}

/** The order may have changed in the shop since it was read, which the next attempt sees. */
const toHindrance = (payload: unknown): Obstacle | undefined => {
  const [error] = listUserErrors(payload)
  return error && { waits: `The shop rejects it: ${error.message}` }
}

const divide = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

const createWriter = (shop: Shop, publication: Publication): ParcelWriter<SeenShopifyOrder> => {
  const { parcel } = publication
  const trackingInfo = buildTrackingInfo(parcel)
  let shown: readonly ShopifyFulfilment[] = []
  const notify = mustNotifyCustomer(shop.config)

  /** Fulfils pieces of one location, of as many lines as the shop accepts in one call. */
  const fulfil = async (pieces: readonly (Pieces & { of: FulfilmentOrderLine })[]) => {
    const byOrder = groupItems(pieces, ({ of }) => of.orderId)
    const fulfillment = {
      // Without lines, the shop would fulfil everything.
      lineItemsByFulfillmentOrder: byOrder.map((group) => ({
        fulfillmentOrderId: group[0].of.orderId,
        fulfillmentOrderLineItems: group.map(({ line, quantity }) => ({ id: line, quantity })),
      })),
      ...(Object.keys(trackingInfo).length && { trackingInfo }),
      notifyCustomer: notify,
    }
    const data = await askShop(shop, CREATE, { variables: { fulfillment }, isRepeatable: false })
    return toHindrance(data.fulfillmentCreate)
  }

  return {
    async read() {
      const order = await readOrder(shop, publication.order)
      if (!order) return undefined
      const { id, end, fulfilments } = order
      shown = fulfilments
      const all = await readLines(shop, id)
      const hindrance = end ?? findHold(publication, fulfilments, all)
      return { fulfilments, lines: all.filter(isOpen), hindrance }
    },
    async create({ lines }, pieces) {
      const placed = pieces.flatMap((each) => {
        const of = lines.find(({ id }) => id === each.line)
        return of ? [{ ...each, of }] : []
      })
      const groups = groupItems(placed, ({ of }) => of.location).flatMap((group) => divide(group, MAX_ENTRIES))
      for (const [index, group] of groups.entries()) {
        const hindrance = await fulfil(group)
        if (hindrance && index === 0) return hindrance
        // The next attempt sees the first pieces and adds what is missing.
        if (hindrance) throw new ConnectorError('UPSTREAM_ERROR', 'The shop accepted only some of the pieces.')
      }
      return undefined
    },
    async update({ externalId: id }) {
      const own = shown.find((each) => each.externalId === id)
      const tracking = own ? buildTracking(own, parcel) : trackingInfo
      const data = await askShop(shop, TRACK, { variables: { id, tracking, notify } })
      return toHindrance(data.fulfillmentTrackingInfoUpdate)
    },
  }
}

export const publishFulfilment = (shop: Shop, publication: Publication): Promise<PublicationOutcome> =>
  publishParcel(createWriter(shop, publication), publication)

/** The pieces of a fulfilment that is cancelled are open again, in one of the shop's fulfilment orders. */
export const withdrawFulfilment = (shop: Shop, withdrawal: Withdrawal): Promise<WithdrawalOutcome> =>
  withdrawParcel(
    {
      list: async () => (await readOrder(shop, withdrawal.order))?.fulfilments,
      async remove({ externalId: id }) {
        const data = await askShop(shop, CANCEL, { variables: { id }, isRepeatable: false })
        return toHindrance(data.fulfillmentCancel)
      },
    },
    withdrawal,
  )

export const listFulfilments = async (shop: Shop, order: OrderInShop): Promise<ShopFulfilment[] | undefined> =>
  (await readOrder(shop, order))?.fulfilments.map(({ tracking: _tracking, ...fulfilment }) => fulfilment)
