import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { importOrders } from '../../../lib/sales/orders/import-orders.ts'
import { BulkImportResult, ImportOrdersInput } from '../../../schemas/sales/order.ts'

export const bulkImportOrders = endpoint({
  route: 'POST /api/sales/channels/{channelId}/import-orders',
  scope: 'sales:order:write',
  summary: 'Import up to 500 orders at once',
  description:
    'Each stands alone: what is wrong with one is told in `errors` and the others go in. Sending the same again imports nothing twice. Members beyond those of an order are kept and can be asked for by acceptance rules.',
  body: ImportOrdersInput,
  mostBytes: 5 * 1024 * 1024,
  returns: BulkImportResult,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit }) => importOrders(app, unit, params.channelId, body),
})
