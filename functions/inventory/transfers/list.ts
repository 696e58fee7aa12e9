import { listTransfers as list } from '../../../lib/inventory/transfers/transfer-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { StockTransfer, TRANSFER_STATES } from '../../../schemas/inventory/stock-transfer.ts'
import { oneOf } from '../../../schemas/types.ts'

export const listTransfers = listEndpoint({
  route: 'GET /api/inventory/transfers',
  scope: 'inventory:transfer:read',
  summary: 'List stock transfers, newest first',
  query: { status: oneOf(TRANSFER_STATES) },
  of: StockTransfer,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => list(db, caller.tenant, page, query),
})
