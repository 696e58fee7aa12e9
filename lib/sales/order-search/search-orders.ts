import { findFulfilmentStatuses } from '../../fulfilment/order-fulfilments/find-fulfilment-status.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { findAll, type Members, type Page, slicePage } from '../../platform/store/lists/list.ts'
import { type Conditions, meetsConditions, searchOutlines } from '../../platform/store/outlines/search-outlines.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findShipmentsByNumber } from '../../shipping/shipments/find-shipments.ts'
import { findCustomerIds } from '../customers/find-customer-ids.ts'
import type { StoredOrder } from '../orders/order.ts'
import { listOrders, orders } from '../orders/order-store.ts'
import { buildOrderConditions, checkOrderRanges, type FilterContext, type OrderFilters } from './order-conditions.ts'

type Using = Pick<App, 'db'>

/** Leaves out the filters that are not given. */
const pickGiven = (filters: OrderFilters): OrderFilters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))

const isListed = (filters: OrderFilters): boolean =>
  Object.keys(filters).every((name) => name === 'channelId' || name === 'status')

/** Returns the orders of the parcels that have a tracking number. */
const findOrdersOfParcel = async (db: Table, tenant: Id, trackingNumber: string): Promise<Id[]> => {
  const parcels = await findShipmentsByNumber(db, tenant, trackingNumber)
  return [...new Set(parcels.flatMap(({ salesOrderId }) => salesOrderId ?? []))]
}

const readContext = async ({ db }: Using, tenant: Id, { customerId }: OrderFilters): Promise<FilterContext> => {
  const [zone, customerIds] = await Promise.all([
    getSetting({ db }, tenant, GENERAL_SETTINGS.timezone),
    customerId ? findCustomerIds(db, tenant, customerId) : [],
  ])
  return { zone, customerIds }
}

const keepMatching = async (
  db: Table,
  tenant: Id,
  found: readonly StoredOrder[],
  conditions: Conditions,
): Promise<StoredOrder[]> => {
  const ids = found.map(({ id }) => id)
  const statuses = conditions.fulfilment ? await findFulfilmentStatuses(db, tenant, ids) : new Map()
  return found.filter((order) => meetsConditions(orders, order, conditions, { fulfilment: statuses.get(order.id) }))
}

/** Returns those of the orders that the filters show. */
export const filterOrders = async (
  { db }: Using,
  tenant: Id,
  found: readonly StoredOrder[],
  filters: OrderFilters,
): Promise<StoredOrder[]> => {
  const { trackingNumber } = filters
  const [context, ofParcel] = await Promise.all([
    readContext({ db }, tenant, filters),
    trackingNumber ? findOrdersOfParcel(db, tenant, trackingNumber) : undefined,
  ])
  const shown = ofParcel ? found.filter(({ id }) => ofParcel.includes(id)) : found
  return await keepMatching(db, tenant, shown, buildOrderConditions(filters, context))
}

const searchBy = async (
  { db }: Using,
  tenant: Id,
  page: Page,
  filters: OrderFilters,
): Promise<Members<StoredOrder>> => {
  const { trackingNumber } = filters
  const reading = readContext({ db }, tenant, filters)
  if (trackingNumber === undefined)
    return await searchOutlines(db, orders, tenant, page, buildOrderConditions(filters, await reading))
  const ids = await findOrdersOfParcel(db, tenant, trackingNumber)
  const found = await findAll(db, orders, tenant, ids.sort().reverse())
  return slicePage(await keepMatching(db, tenant, found, buildOrderConditions(filters, await reading)), page)
}

/** Returns one page of the orders that the filters show, newest first, each with the status of its fulfilment. */
export const searchOrders = async (using: Using, tenant: Id, page: Page, given: OrderFilters) => {
  const filters = pickGiven(given)
  checkOrderRanges(filters)
  const { items, totalItems } = isListed(filters)
    ? await listOrders(using.db, tenant, page, filters)
    : await searchBy(using, tenant, page, filters)
  const ids = items.map(({ id }) => id)
  const statuses = await findFulfilmentStatuses(using.db, tenant, ids)
  return {
    items: items.map((order) => ({ ...order, fulfilmentStatus: statuses.get(order.id) ?? ('none' as const) })),
    totalItems,
  }
}
