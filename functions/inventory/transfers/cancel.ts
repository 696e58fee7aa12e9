import { cancelTransfer as act } from '../../../lib/inventory/transfers/create-transfer.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { StockTransfer } from '../../../schemas/inventory/stock-transfer.ts'

export const cancelTransfer = endpoint({
  route: 'POST /api/inventory/transfers/{id}/cancel',
  scope: 'inventory:transfer:write',
  summary: 'Cancel a transfer that has not left',
  returns: StockTransfer,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (_app, { params, unit }) => act(unit, params.id),
})
