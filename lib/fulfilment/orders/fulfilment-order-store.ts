import { FULFILMENT_ORDER_STATES } from '../../../schemas/fulfilment/fulfilment-order.ts'
import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, findOwner } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { hashRemoteId, type StoredFulfilmentOrder } from './fulfilment-order.ts'

// Fulfilment orders:  T#<tenant>#fulfilment-order / <id>   listed newest first by any of status, sales order and custodian;
//                                                          unique by the custodian's id of the order, once it is known

const merged = { facet: 'status', values: FULFILMENT_ORDER_STATES } as const

export const fulfilmentOrders = entity<StoredFulfilmentOrder>({
  name: 'fulfilment-order',
  shape: 1,
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
