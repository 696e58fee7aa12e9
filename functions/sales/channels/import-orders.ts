import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { importOrders } from '../../../lib/sales/orders/import-orders.ts'
import { BulkImportResult, ImportOrdersInput } from '../../../schemas/sales/order.ts'

export const bulkImportOrders = endpoint({
  route: 'POST /api/sales/channels/{channelId}/import-orders',
  scope: 'sales:order:write',
  summary: 'Import up to 500 orders at once',
  description:
    'Each order is imported on its own: invalid ones are listed in `errors`, the others are imported. Only a body that is not JSON, or that has a mistake outside the orders, is refused as a whole. Sending the same orders again imports nothing twice. Additional members of an order are stored, and acceptance rules can refer to them.',
  body: ImportOrdersInput,
  listOf: 'orders',
  maxBytes: 5 * 1024 * 1024,
  returns: BulkImportResult,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit }) => importOrders(app, unit, params.channelId, body),
})
