import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { importOrders } from '../../../lib/sales/order-imports/import-orders.ts'
import { BulkImportResult, ImportOrdersInput } from '../../../schemas/sales/order.ts'

export const bulkImportOrders = endpoint({
  route: 'POST /api/sales/channels/{channelId}/import-orders',
  scope: 'sales:order:write',
  summary: 'Import up to 500 orders at once',
  description:
    'Each order is imported on its own: invalid ones are listed in `errors`, the others are imported. Only a body that is not JSON, or that has a mistake outside the orders, is refused as a whole. Sending the same orders again imports nothing twice. An order that exists is changed by a version with a later `modifiedAt`, with all that follows when a shop changes an order; a version without one is older than any other. A row with the `status` `cancelled` cancels its order, which is final, or imports it as cancelled; every other word is only shown, and acceptance rules can refer to it. Of several versions in one request, the latest counts. Additional members of an order are stored, and acceptance rules can refer to them.',
  body: ImportOrdersInput,
  listOf: 'orders',
  maxBytes: 5 * 1024 * 1024,
  returns: BulkImportResult,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit }) => importOrders(app, unit, params.channelId, body),
})
