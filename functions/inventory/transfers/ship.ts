import { shipTransfer as act } from '../../../lib/inventory/transfers/ship-transfer.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { StockTransfer } from '../../../schemas/inventory/stock-transfer.ts'

export const shipTransfer = endpoint({
  route: 'POST /api/inventory/transfers/{id}/ship',
  scope: 'inventory:transfer:write',
  summary: 'Record that a transfer has left',
  description: 'All pieces must be on hand and not reserved. Of lots, those leave first that expire first.',
  returns: StockTransfer,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { params, unit }) => act(db, unit, params.id),
})
