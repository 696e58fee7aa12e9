import { exportEndpoint } from '../../../lib/data-exchange/exports/export-endpoint.ts'
import { orderExport } from '../../../lib/sales/order-exports/order-export.ts'
import { listOrders } from './list.ts'

export const exportOrders = exportEndpoint({
  route: 'GET /api/sales/orders/export',
  list: listOrders,
  summary: 'Export orders as CSV or JSON Lines',
  collection: orderExport,
})
