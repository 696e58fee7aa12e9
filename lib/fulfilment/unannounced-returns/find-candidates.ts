import type { CANDIDATE_MATCHES } from '../../../schemas/fulfilment/unannounced-return.ts'
import type { Id } from '../../platform/id.ts'
import { isSameSku } from '../../platform/identifiers/sku.ts'
import { findAll, list } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findShipmentsByNumber } from '../../shipping/shipments/find-shipments.ts'
import type { StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { allotPieces } from '../returned-pieces/allot-pieces.ts'
import type { StoredReturn } from '../returns/return.ts'
import { readReturnedPieces } from '../returns/return-store.ts'
import { listWanted } from './join-return.ts'

type Match = (typeof CANDIDATE_MATCHES)[number]

interface Hints {
  trackingNumber?: string | null | undefined
  orderNumber?: string | null | undefined
  name?: string | null | undefined
}

/** Orders of each state that are looked at, the newest first; buyers rarely send back what is older. */
const MAX_LOOKED_AT = 500
const PAGE = 100
const MAX_CANDIDATES = 20

const fold = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFKD')
    .replace(/[\p{M}\s.,#-]+/gu, '')
    .toLowerCase()

const scanStates = async (db: Table, tenant: Id): Promise<StoredFulfilmentOrder[]> => {
  const found: StoredFulfilmentOrder[] = []
  for (const status of ['closed', 'in_progress'] as const)
    for (let page = 1; page * PAGE <= MAX_LOOKED_AT; page++) {
      const { items } = await list(db, fulfilmentOrders, tenant, { page, itemsPerPage: PAGE, facets: { status } })
      found.push(...items)
      if (items.length < PAGE) break
    }
  return found
}

/** Returns what speaks for an order. */
const match = (
  order: StoredFulfilmentOrder,
  wanted: StoredReturn,
  { orderNumber, name }: Hints,
  byNumber: ReadonlySet<Id>,
) => {
  const { deliveryAddress } = order
  const names = [deliveryAddress?.name, deliveryAddress?.company].map(fold).filter(Boolean)
  const holds = (sku: string) => order.lines.some((line) => isSameSku(line.sku, sku) && line.handedOver > 0)
  const tells: Record<Match, boolean> = {
    tracking_number: byNumber.has(order.id),
    order_number: Boolean(orderNumber) && fold(order.orderNumber) === fold(orderNumber),
    name: names.includes(fold(name)),
    sku: wanted.lines.every(({ sku }) => holds(sku)),
  }
  return (Object.keys(tells) as Match[]).filter((each) => tells[each])
}

/** Finds the orders to which an unannounced return may belong, those that more speaks for first. */
export const findCandidates = async (db: Table, tenant: Id, found: StoredReturn, hints: Hints) => {
  const number = hints.trackingNumber ?? found.trackingNumber
  const shipments = number ? await findShipmentsByNumber(db, tenant, number) : []
  const byNumber = new Set(shipments.flatMap(({ fulfilmentOrderId }) => (fulfilmentOrderId as Id | null) ?? []))
  const [numbered, recent] = await Promise.all([
    findAll(db, fulfilmentOrders, tenant, [...byNumber]),
    scanStates(db, tenant),
  ])
  const orders = [...new Map([...numbered, ...recent].map((order) => [order.id, order])).values()]
  const told = { ...hints, name: hints.name ?? found.sender }
  const matched = orders
    .map((order) => ({ order, matches: match(order, found, told, byNumber) }))
    .filter(({ matches }) => matches.length)
    .sort((a, b) => b.matches.length - a.matches.length)
    .slice(0, MAX_CANDIDATES)
  const pieces = await readReturnedPieces(
    db,
    tenant,
    matched.map(({ order }) => order.id),
  )
  return matched.map(({ order, matches }) => ({
    fulfilmentOrderId: order.id,
    salesOrderId: order.salesOrderId,
    orderNumber: order.orderNumber,
    recipient: order.deliveryAddress?.name ?? order.deliveryAddress?.company ?? null,
    matches,
    canJoin: !allotPieces(listWanted(found), [{ order, pieces: pieces.get(order.id)?.lines ?? {} }]).missing.size,
  }))
}
