import { ConnectorError, type OrderQuery, type Shop } from '../../connector.ts'
import { readPath } from '../../graphql.ts'
import { readInstant, readText } from '../../reading.ts'
import { requireList } from '../../refusal.ts'
import { askShop } from '../ask-shop.ts'
import { CHANGED_AT_ONCE, CHANGED_REQUESTS, PAGE_SIZE, SOME } from './order-query.ts'

/** Begins the cursors of changes that do not date their order. No cursor of the shop has a space. */
const UNDATED = 'undated '

export const isUndatedCursor = (cursor: string | null): cursor is string => cursor?.startsWith(UNDATED) === true

/**
 * Returns the cursor with which a walk goes on after the orders that changed; null for the first walk, which reads them all.
 */
export const beginUndated = ({ late }: OrderQuery): string | null => (late ? UNDATED : null)

/** Reads which fulfilment orders changed; none if the app may not see them. */
const readChangedRequests = async (shop: Shop, since: Date, after: string | null): Promise<unknown> => {
  const query = `updated_at:>='${since.toISOString().slice(0, 19)}Z'`
  try {
    const data = await askShop(shop, CHANGED_REQUESTS, { variables: { first: CHANGED_AT_ONCE, after, query } })
    return data.fulfillmentOrders
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'INSUFFICIENT_SCOPE') return { nodes: [] }
    throw error
  }
}

/**
 * Reads orders of which a fulfilment order changed, and nothing else: the shop does not always date an order when somebody
 * releases its hold. Orders that it dates were read before.
 */
export const readUndatedOrders = async (
  shop: Shop,
  cursor: string,
  { since, late }: OrderQuery,
): Promise<{ orders: unknown[]; next: string | null }> => {
  const page = await readChangedRequests(shop, late?.since ?? since, readText(cursor.slice(UNDATED.length), 2000))
  const changed = requireList(readPath(page, 'nodes')).map((request) => readPath(request, 'order'))
  const isUnread = (order: unknown) => (readInstant(readPath(order, 'updatedAt')) ?? '') < since.toISOString()
  const ids = [...new Set(changed.filter(isUnread).flatMap((order) => readText(readPath(order, 'id')) ?? []))]
  const orders: unknown[] = []
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    const { nodes } = await askShop(shop, SOME, { variables: { ids: ids.slice(at, at + PAGE_SIZE) } })
    orders.push(...requireList(nodes).filter((order) => order !== null))
  }
  const end =
    readPath(page, 'pageInfo', 'hasNextPage') === true ? readText(readPath(page, 'pageInfo', 'endCursor'), 1900) : null
  return { orders, next: end && UNDATED + end }
}
