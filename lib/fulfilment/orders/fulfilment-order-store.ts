import { FULFILMENT_ORDER_STATES } from '../../../schemas/fulfilment/fulfilment-order.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import type { StoredFulfilmentOrder } from './fulfilment-order.ts'

// Fulfilment orders:  T#<tenant>#fulfilment-order / <id>   listed newest first by any of status, sales order and custodian

const merged = { facet: 'status', values: FULFILMENT_ORDER_STATES } as const

export const fulfilmentOrders = entity<StoredFulfilmentOrder>({
  name: 'fulfilment-order',
  shape: 1,
  lists: [
    { facets: ['status'], depth: true },
    { by: ['salesOrderId'], facets: [], uncounted: true },
    { by: ['custodianId'], facets: ['status'], merged, depth: true },
  ],
})
