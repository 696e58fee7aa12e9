import {
  FULFILMENT_ORDER_STATES,
  type FulfilmentOrderState,
  type FulfilmentRequestState,
} from '../../../schemas/fulfilment/fulfilment-order.ts'
import type { Id } from '../../platform/id.ts'
import { foldOrderNumber } from '../../platform/identifiers/order-number.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import type { ColumnValue } from '../../platform/store/entities/outline.ts'
import { count, find, findOwner, list, type Members, type Page, slicePage } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import { type Conditions, meetsConditions, searchOutlines } from '../../platform/store/outlines/search-outlines.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { hashRemoteId, type StoredFulfilmentOrder } from './fulfilment-order.ts'
import { fulfilmentOrderTimeline } from './fulfilment-order-timeline.ts'

// Fulfilment orders:  T#<tenant>#fulfilment-order / <id>   listed newest first by any of status, sales order and custodian;
//                                                          unique by the custodian's id of the order, once it is known;
//                                                          searched by their outlines

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
  outline: {
    columns: ['status', 'custodian', 'request', 'number', 'created'],
    read: ({ status, custodianId, request, orderNumber, createdAt }) => ({
      ...{
        status,
        custodian: custodianId,
        request,
        number: foldOrderNumber(orderNumber),
        created: Date.parse(createdAt),
      },
    }),
  },
  unique: ({ custodianId, remoteId }) => ({ remote: remoteId && hashRemoteId(custodianId, remoteId) }),
  packs: ['lines', 'pendingStock', 'parcels'],
  timeline: fulfilmentOrderTimeline,
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
  request?: FulfilmentRequestState | undefined
  orderNumber?: string | undefined
  /** Moment before which the orders were created. */
  createdBefore?: string | undefined
}

const buildConditions = ({ status, custodianId, request, orderNumber, createdBefore }: Filters): Conditions => {
  const is = (wanted: string) => (value: ColumnValue) => value === wanted
  return {
    ...(status && { status: is(status) }),
    ...(custodianId && { custodian: is(custodianId) }),
    ...(request && { request: is(request) }),
    ...(orderNumber && { number: is(foldOrderNumber(orderNumber)) }),
    ...(createdBefore && { created: (value) => Number(value) < Date.parse(createdBefore) }),
  }
}

export const listFulfilmentOrders = async (
  db: Table,
  tenant: Id,
  page: Page,
  filters: Filters,
): Promise<Members<StoredFulfilmentOrder>> => {
  const { status, salesOrderId, custodianId, request, orderNumber, createdBefore } = filters
  if (!salesOrderId) {
    if (request || orderNumber || createdBefore)
      return await searchOutlines(db, fulfilmentOrders, tenant, page, buildConditions(filters))
    return await list(db, fulfilmentOrders, tenant, {
      ...page,
      facets: { status },
      ...(custodianId && { by: { custodianId } }),
    })
  }
  const all = (await listOrdersOfSalesOrder(db, tenant, salesOrderId)).reverse()
  return slicePage(
    all.filter((order) => meetsConditions(fulfilmentOrders, order, buildConditions(filters))),
    page,
  )
}

export const countOpenOrders = (db: Table, tenant: Id, custodianId: Id) =>
  count(db, fulfilmentOrders, tenant, { by: { custodianId }, facets: { status: 'open' } })

/** Returns a part of the open orders of a custodian, oldest first. */
export const scanOpenOrders = (db: Table, tenant: Id, custodianId: Id, after: string | null, limit: number) =>
  scanOldestFirst(db, fulfilmentOrders, tenant, { by: { custodianId }, facets: { status: 'open' }, after, limit })
