import type { Dock } from './dock.ts'

interface OrderLine {
  id: string
  remainingQuantity: number
  lineItem: { id: string; sku: string }
}
export interface FulfilmentOrder {
  id: string
  status: string
  /** When it changed last, with or without its order. */
  updatedAt?: string
  location: string
  holds: { reason: string; reasonNotes: string | null }[]
  fulfillAt?: string
  method?: string
  isOther?: boolean
  lines: OrderLine[]
}
interface Fulfilment {
  id: string
  status: string
  tracking: { company: string | null; numbers: string[]; urls: string[] } | null
  lines: { quantity: number; lineItem: { id: string; sku: string } }[]
  notified: boolean
}
interface Order {
  id: string
  cancelledAt: string | null
  displayFinancialStatus: string
  updatedAt: string
  lineItems: { nodes: { id: string; sku: string; currentQuantity: number; unfulfilledQuantity?: number }[] }
}
type Variables = Record<string, unknown>

const LOCATION = 'gid://shopify/Location/1'
/** A page of a list, of the size for which the document asks; all of it if there is no document. */
const page = <T>(nodes: T[], list = '', document = '', after: unknown = 0) => {
  const most = Number(new RegExp(`${list}\\(first: (\\d+)`).exec(document)?.[1] ?? nodes.length)
  const end = Number(after) + most
  const pageInfo = { hasNextPage: nodes.length > end, endCursor: nodes.length > end ? String(end) : null }
  return { pageInfo, nodes: nodes.slice(Number(after), end) }
}
const failed = (message: string) => ({ fulfillment: null, userErrors: [{ field: ['fulfillment'], message }] })

/** Fulfilment orders and fulfilments, with the refusals of the platform. */
export const shopifyFulfilments = (
  orderAt: (id: unknown) => Order | undefined,
  shownOrder: (order: Order) => Order = (order) => order,
) => {
  const requests = new Map<string, FulfilmentOrder[]>()
  /** Lines for which there are fulfilment orders, by order. */
  const asked = new Map<string, Set<string>>()
  const fulfilments = new Map<string, Fulfilment[]>()
  let ids = 0
  const gid = (kind: string) => `gid://shopify/${kind}/${++ids}`

  const requestsOf = (order: Order): FulfilmentOrder[] => {
    const known = requests.get(order.id) ?? []
    const placed = asked.get(order.id) ?? new Set()
    // Lines that are added later have a fulfilment order of their own.
    const added = order.lineItems.nodes.filter(({ id }) => !placed.has(id))
    if (requests.has(order.id) && !added.length) return reduce(order, known)
    const lines = added.map(({ id, sku, currentQuantity }) => ({
      ...{ id: gid('FulfillmentOrderLineItem'), remainingQuantity: currentQuantity, lineItem: { id, sku } },
    }))
    known.push({ id: gid('FulfillmentOrder'), status: 'OPEN', location: LOCATION, holds: [], lines })
    requests.set(order.id, known)
    asked.set(order.id, new Set([...placed, ...added.map(({ id }) => id)]))
    return reduce(order, known)
  }
  const ofOrder = (id: string) => fulfilments.get(id) ?? []
  /** Pieces that an edit, a refund or the cancellation took away are in no fulfilment order any more. */
  const reduce = (order: Order, all: FulfilmentOrder[]): FulfilmentOrder[] => {
    const open = all.filter(({ status }) => status !== 'CLOSED')
    for (const { id, unfulfilledQuantity } of shownOrder(order).lineItems.nodes) {
      const lines = open.flatMap((each) => each.lines).filter(({ lineItem }) => lineItem.id === id)
      const most = order.cancelledAt === null ? (unfulfilledQuantity ?? Number.POSITIVE_INFINITY) : 0
      let excess = lines.reduce((sum, { remainingQuantity }) => sum + remainingQuantity, 0) - most
      for (const line of lines.toReversed()) {
        const gone = Math.max(0, Math.min(excess, line.remainingQuantity))
        line.remainingQuantity -= gone
        excess -= gone
      }
    }
    for (const each of open)
      if (each.lines.every(({ remainingQuantity }) => remainingQuantity === 0)) each.status = 'CLOSED'
    return all
  }
  const close = (request: FulfilmentOrder) => {
    if (request.lines.every(({ remainingQuantity }) => remainingQuantity === 0)) request.status = 'CLOSED'
    else request.status = 'IN_PROGRESS'
  }
  /** The shop takes one number or several, and replaces all that it had. */
  const toTracking = (given: unknown): Fulfilment['tracking'] => {
    const info = given as
      | { company?: string; number?: string; numbers?: string[]; url?: string; urls?: string[] }
      | undefined
    if (!info) return null
    return {
      company: info.company ?? null,
      numbers: info.numbers ?? (info.number ? [info.number] : []),
      urls: info.urls ?? (info.url ? [info.url] : []),
    }
  }
  const add = (orderId: string, fulfilment: Omit<Fulfilment, 'id' | 'status'>) => {
    Object.assign(orderAt(orderId) as Order, { updatedAt: new Date().toISOString() })
    const made = { id: gid('Fulfillment'), status: 'SUCCESS', ...fulfilment }
    fulfilments.set(orderId, [...ofOrder(orderId), made])
    return made
  }

  interface Wanted {
    fulfillmentOrderId: string
    fulfillmentOrderLineItems?: { id: string; quantity: number }[]
  }
  const create = ({ fulfillment }: Variables) => {
    const given = fulfillment as {
      lineItemsByFulfillmentOrder: Wanted[]
      trackingInfo?: object
      notifyCustomer: boolean
    }
    const all = [...requests.entries()].flatMap(([order, own]) => own.map((request) => ({ order, request })))
    const chosen = given.lineItemsByFulfillmentOrder.map((wanted) => ({
      wanted,
      found: all.find(({ request }) => request.id === wanted.fulfillmentOrderId),
    }))
    // Empty lines would mean everything.
    if (chosen.some(({ wanted }) => !wanted.fulfillmentOrderLineItems?.length)) throw new Error('no lines are sent')
    if (new Set(chosen.map(({ found }) => found?.request.location)).size > 1)
      return { fulfillmentCreate: failed('All fulfillment orders must be assigned to the same location.') }
    const lines: Fulfilment['lines'] = []
    for (const { wanted, found } of chosen) {
      if (!found || !['OPEN', 'IN_PROGRESS'].includes(found.request.status))
        return { fulfillmentCreate: failed('The fulfillment order is not in an open state.') }
      for (const { id, quantity } of wanted.fulfillmentOrderLineItems ?? []) {
        const line = found.request.lines.find((each) => each.id === id)
        if (!line || quantity > line.remainingQuantity)
          return { fulfillmentCreate: failed('Invalid fulfillment order line item quantity requested.') }
        lines.push({ quantity, lineItem: line.lineItem })
      }
    }
    for (const { wanted, found } of chosen) {
      for (const { id, quantity } of wanted.fulfillmentOrderLineItems ?? []) {
        const line = found?.request.lines.find((each) => each.id === id)
        if (line) line.remainingQuantity -= quantity
      }
      if (found) close(found.request)
    }
    const tracking = toTracking(given.trackingInfo)
    const made = add(chosen[0]?.found?.order ?? '', { tracking, lines, notified: given.notifyCustomer })
    return { fulfillmentCreate: { fulfillment: { id: made.id, status: made.status }, userErrors: [] } }
  }

  /** Pieces of a cancelled fulfilment are open in a fulfilment order again, a new one if theirs was closed. */
  const cancel = (id: unknown) => {
    const [orderId, own] = [...fulfilments.entries()].find(([, all]) => all.some((each) => each.id === id)) ?? ['', []]
    const found = own.find((each) => each.id === id)
    if (found?.status !== 'SUCCESS') return { fulfillmentCancel: failed('Fulfillment cannot be cancelled.') }
    found.status = 'CANCELLED'
    Object.assign(orderAt(orderId) as Order, { updatedAt: new Date().toISOString() })
    for (const { quantity, lineItem } of found.lines) {
      const all = requests.get(orderId) ?? []
      const open = all.find(
        ({ status, lines }) => status !== 'CLOSED' && lines.some((each) => each.lineItem === lineItem),
      )
      const line = open?.lines.find((each) => each.lineItem === lineItem)
      if (line) line.remainingQuantity += quantity
      else {
        const lines = [{ id: gid('FulfillmentOrderLineItem'), remainingQuantity: quantity, lineItem }]
        const made = { id: gid('FulfillmentOrder'), status: 'OPEN', location: LOCATION, holds: [], lines }
        requests.set(orderId, [...all, made])
      }
    }
    return { fulfillmentCancel: { fulfillment: { id, status: found.status }, userErrors: [] } }
  }

  const shownOf = (orderId: string, document = '') =>
    ofOrder(orderId).map(({ id: own, status, tracking, lines }) => ({
      ...{ id: own, status, fulfillmentLineItems: page(lines, 'fulfillmentLineItems', document) },
      trackingInfo: (tracking?.numbers ?? []).map((number, at) => ({
        ...{ company: tracking?.company ?? null, number, url: tracking?.urls[at] ?? null },
      })),
    }))
  const requestsShownOf = (id: unknown, document: string) =>
    requestsOf(orderAt(id) as Order).map((request) => ({
      ...{ id: request.id, status: request.status, fulfillAt: request.fulfillAt ?? null },
      assignedLocation: { location: { id: request.location, isFulfillmentService: request.isOther ?? false } },
      deliveryMethod: { methodType: request.method ?? 'SHIPPING' },
      ...{ fulfillmentHolds: request.holds, lineItems: page(request.lines, 'lineItems', document) },
    }))
  const fulfilmentAt = (id: unknown) => [...fulfilments.values()].flat().find((each) => each.id === id)
  const requestAt = (id: unknown) => [...requests.values()].flat().find((each) => each.id === id)
  const moreSent = ({ id, after }: Variables, query: string) => ({
    fulfillment: { fulfillmentLineItems: page(fulfilmentAt(id)?.lines ?? [], 'fulfillmentLineItems', query, after) },
  })
  const moreRequested = ({ id, after }: Variables, query: string) => ({
    fulfillmentOrder: { lineItems: page(requestAt(id)?.lines ?? [], 'lineItems', query, after) },
  })
  const operations: Record<string, (variables: Variables, query: string) => Variables> = {
    MoreSent: moreSent,
    MoreOfFulfilment: moreSent,
    MoreRequested: moreRequested,
    MoreOfFulfilmentOrder: moreRequested,
    Fulfilments: ({ id }, query) => {
      const order = orderAt(id)
      if (!order) return { order: null }
      return { order: { ...order, fulfillments: shownOf(order.id, query) } }
    },
    FulfilmentRequests: ({ ids: wanted }, query) => ({
      nodes: (wanted as string[]).map((id) => ({ id, fulfillmentOrders: page(requestsShownOf(id, query)) })),
    }),
    FulfilmentOrders: ({ id }, query) => ({ order: { fulfillmentOrders: page(requestsShownOf(id, query)) } }),
    ChangedRequests: ({ first, after, query }) => {
      const since = /^updated_at:>='([^']+)Z'$/.exec(String(query))?.[1]
      if (!since) throw new Error(`no such search: ${query}`)
      const all = [...requests].flatMap(([id, own]) =>
        own.flatMap(({ status, updatedAt = '' }) =>
          status !== 'CLOSED' && updatedAt >= since ? (orderAt(id) ?? []) : [],
        ),
      )
      const end = Number(after ?? 0) + Number(first)
      const pageInfo = { hasNextPage: all.length > end, endCursor: String(end) }
      return { fulfillmentOrders: { pageInfo, nodes: all.slice(end - Number(first), end).map((order) => ({ order })) } }
    },
    OrderOfRequest: ({ id }) => {
      const [order] = [...requests].find(([, all]) => all.some((each) => each.id === id)) ?? []
      return { fulfillmentOrder: order ? { order: { id: order } } : null }
    },
    Fulfil: create,
    CancelFulfilment: ({ id }) => cancel(id),
    Track: ({ id, tracking, notify }) => {
      const found = fulfilmentAt(id)
      if (!found) return { fulfillmentTrackingInfoUpdate: failed('Fulfillment does not exist.') }
      Object.assign(found, { tracking: toTracking(tracking), notified: notify === true })
      return { fulfillmentTrackingInfoUpdate: { fulfillment: { id }, userErrors: [] } }
    },
  }

  const orderOf = (id: number) => orderAt(`gid://shopify/Order/${id}`) as Order
  const describe = (tracking: Fulfilment['tracking'], lines: Fulfilment['lines']) => ({
    number: tracking?.numbers.join(', ') || null,
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  })
  const dock: Dock = {
    shown: (id) =>
      ofOrder(orderOf(id).id).flatMap(({ status, tracking, lines }) =>
        status === 'SUCCESS' ? [describe(tracking, lines)] : [],
      ),
    fulfil(id, pieces, number, at = 0) {
      const wanted = orderOf(id).lineItems.nodes[at]?.id
      const holds = ({ remainingQuantity, lineItem }: OrderLine) =>
        lineItem.id === wanted && remainingQuantity >= pieces
      const request = requestsOf(orderOf(id)).find(({ lines }) => lines.some(holds))
      const line = request?.lines.find(holds)
      if (!request || !line) throw new Error('no such pieces')
      line.remainingQuantity -= pieces
      close(request)
      const lines = [{ quantity: pieces, lineItem: line.lineItem }]
      add(orderOf(id).id, { tracking: toTracking(number === null ? undefined : { number }), lines, notified: false })
    },
    cancel(id) {
      orderOf(id).cancelledAt = '2026-03-02T00:00:00Z'
    },
    refund(id) {
      orderOf(id).displayFinancialStatus = 'REFUNDED'
    },
  }
  return { operations, requestsOf: (id: number) => requestsOf(orderOf(id)), fulfilments, shownOf, dock, gid }
}
