import { FULFILMENT_ORDER_STATES, type FulfilmentOrderState } from '../../../schemas/fulfilment/fulfilment-order.ts'
import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { count, find, findOwner, list, type Members, type Page } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { hashRemoteId, type StoredFulfilmentOrder } from './fulfilment-order.ts'

// Fulfilment orders:  T#<tenant>#fulfilment-order / <id>   listed newest first by any of status, sales order and custodian;
//                                                          unique by the custodian's id of the order, once it is known

const merged = { facet: 'status', values: FULFILMENT_ORDER_STATES } as const

export const fulfilmentOrders = entity<StoredFulfilmentOrder>({
  name: 'fulfilment-order',
  shape: 1,
  audit: { hidden: ['deliveryAddress', 'customerNote'], platform: 'summary' },
  lists: [
    { facets: ['status'], depth: true },
    { by: ['salesOrderId'], facets: [], uncounted: true },
    { by: ['custodianId'], facets: ['status'], merged, depth: true },
  ],
  unique: ({ custodianId, remoteId }) => ({ remote: remoteId && hashRemoteId(custodianId, remoteId) }),
})

export const findFulfilmentOrder = (db: Table, tenant: Id, id: string) => find(db, fulfilmentOrders, tenant, id)

export const findFulfilmentOrderByRemoteId = (db: Table, tenant: Id, custodianId: Id, remoteId: string) =>
  findOwner(db, fulfilmentOrders, tenant, 'remote', hashRemoteId(custodianId, remoteId))

/** Fulfilment orders of one sales order that are considered; each is of one custodian. */
const MAX_OF_SALES_ORDER = 500

/** Lists the fulfilment orders of a sales order, oldest first. */
export const listOrdersOfSalesOrder = async (db: Table, tenant: Id, salesOrderId: Id) =>
  (await scanOldestFirst(db, fulfilmentOrders, tenant, { by: { salesOrderId }, limit: MAX_OF_SALES_ORDER })).items

interface Filters {
  status?: FulfilmentOrderState | undefined
  salesOrderId?: Id | undefined
  custodianId?: Id | undefined
}

export const listFulfilmentOrders = async (
  db: Table,
  tenant: Id,
  page: Page,
  { status, salesOrderId, custodianId }: Filters,
): Promise<Members<StoredFulfilmentOrder>> => {
  if (!salesOrderId)
    return await list(db, fulfilmentOrders, tenant, {
      ...page,
      facets: { status },
      ...(custodianId && { by: { custodianId } }),
    })
  const all = (await listOrdersOfSalesOrder(db, tenant, salesOrderId)).reverse()
  const fitting = all.filter(
    (order) => (status ?? order.status) === order.status && (custodianId ?? order.custodianId) === order.custodianId,
  )
  const from = (page.page - 1) * page.itemsPerPage
  return { items: fitting.slice(from, from + page.itemsPerPage), totalItems: fitting.length }
}

export const countOpenOrders = (db: Table, tenant: Id, custodianId: Id) =>
  count(db, fulfilmentOrders, tenant, { by: { custodianId }, facets: { status: 'open' } })

/** Returns a part of the open orders of a custodian, oldest first. */
export const scanOpenOrders = (db: Table, tenant: Id, custodianId: Id, after: string | null, limit: number) =>
  scanOldestFirst(db, fulfilmentOrders, tenant, { by: { custodianId }, facets: { status: 'open' }, after, limit })
