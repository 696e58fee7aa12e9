import { ConnectorError, type Shop } from '../../connector.ts'
import { readPath } from '../../graphql.ts'
import { parseList, parseObject, readInstant } from '../../reading.ts'
import { requireList } from '../../refusal.ts'
import { askShop } from '../ask-shop.ts'
import { ALL_REQUESTS, MORE_REQUESTED, MORE_SENT, REQUESTS, SENT } from './order-query.ts'
import { type FurtherPages, hasMore, readAllNodes } from './read-all-nodes.ts'

const listLines = (order: unknown) => parseList(readPath(order, 'lineItems', 'nodes')).map(parseObject)

const hasSent = (order: unknown): boolean =>
  listLines(order).some(
    ({ currentQuantity, unfulfilledQuantity }) => Number(unfulfilledQuantity) < Number(currentQuantity),
  )

const hasRest = (order: unknown): boolean =>
  readInstant(readPath(order, 'cancelledAt')) === null &&
  listLines(order).some(
    ({ unfulfilledQuantity, requiresShipping }) => Number(unfulfilledQuantity) > 0 && requiresShipping !== false,
  )

type Requests = ReadonlyMap<unknown, unknown[]>

/** Further pages are large, so that these suffice for all lines that an order may have. */
const MAX_PAGES = 6

const REQUESTED = { query: MORE_REQUESTED, root: 'fulfillmentOrder', list: 'lineItems' }
const LEFT = { query: MORE_SENT, root: 'fulfillment', list: 'fulfillmentLineItems' }

/** Reads the rest of lists of lines of which records have the first page. */
const completeLines = async (shop: Shop, records: readonly unknown[], pages: FurtherPages): Promise<unknown[]> => {
  const complete: unknown[] = []
  for (const record of records) {
    const isCut = hasMore(readPath(record, pages.list))
    const nodes = isCut && (await readAllNodes(shop, record, pages, MAX_PAGES))
    complete.push(nodes ? { ...parseObject(record), [pages.list]: { nodes } } : record)
  }
  return complete
}

/** Reads all lines of the fulfilments of an order. */
export const completeSent = (shop: Shop, fulfilments: unknown): Promise<unknown[]> =>
  completeLines(shop, parseList(fulfilments), LEFT)

/** Reads the fulfilment orders of orders by their ids; those of which not all fit are left out. */
const ask = async (shop: Shop, query: string, ids: readonly unknown[]): Promise<[unknown, unknown[]][]> => {
  const { nodes } = await askShop(shop, query, { variables: { ids } })
  return requireList(nodes ?? []).flatMap((order): [unknown, unknown[]][] => {
    const page = readPath(order, 'fulfillmentOrders')
    const requests = requireList(readPath(page, 'nodes') ?? [])
    const mayContinue = query === ALL_REQUESTS
    const isWhole = mayContinue || requests.every((request) => !hasMore(readPath(request, 'lineItems')))
    return isWhole && !hasMore(page) ? [[readPath(order, 'id'), requests]] : []
  })
}

/** Reads the fulfilment orders of orders that have something to send; none if the app may not see them. */
const readRequests = async (shop: Shop, orders: readonly unknown[]): Promise<Requests> => {
  const ids = orders.filter(hasRest).map((order) => readPath(order, 'id'))
  if (!ids.length) return new Map()
  try {
    const found = new Map(await ask(shop, REQUESTS, ids))
    for (const id of ids)
      if (!found.has(id))
        for (const [key, all] of await ask(shop, ALL_REQUESTS, [id]))
          found.set(key, await completeLines(shop, all, REQUESTED))
    return found
  } catch (error) {
    // Apps of merchants who publish no parcels need no scope for them; such orders are read without holds.
    if (error instanceof ConnectorError && error.code === 'INSUFFICIENT_SCOPE') return new Map()
    throw error
  }
}

/**
 * Adds to orders what of them was sent and who is to send the rest, as far as there is any; `orders` have all of their lines.
 */
export const addFulfilling = async (shop: Shop, orders: readonly unknown[]): Promise<Record<string, unknown>[]> => {
  const requests = await readRequests(shop, orders)
  const added: Record<string, unknown>[] = []
  for (const order of orders) {
    const id = readPath(order, 'id')
    const isUnread = readPath(order, 'fulfillments') === undefined && hasSent(order)
    const sent = isUnread ? await askShop(shop, SENT, { variables: { id } }) : undefined
    const fulfillmentOrders = requests.get(id)
    added.push({
      ...parseObject(order),
      ...(sent && { fulfillments: await completeSent(shop, readPath(sent, 'order', 'fulfillments')) }),
      ...(fulfillmentOrders && { fulfillmentOrders }),
    })
  }
  return added
}
