import { exportEndpoint } from '../../../lib/data-exchange/exports/export-endpoint.ts'
import { orderRowExport } from '../../../lib/sales/order-exports/order-row-export.ts'
import { listOrders } from '../orders/list.ts'

export const exportOrderRows = exportEndpoint({
  route: 'GET /api/sales/order-rows/export',
  list: listOrders,
  summary: 'Export the lines of orders, as an import of orders takes them',
  about:
    'There is one row for each line; the first row of an order has all that is no line, and an order without lines has one row. The file can be imported with the kind `orders`. What only the platform knows, such as notes, tags and decisions, is not in it.',
  collection: orderRowExport,
})
