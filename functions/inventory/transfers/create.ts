import { createTransfer as act } from '../../../lib/inventory/transfers/create-transfer.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateTransferInput, StockTransfer } from '../../../schemas/inventory/stock-transfer.ts'

export const createTransfer = endpoint({
  route: 'POST /api/inventory/transfers',
  scope: 'inventory:transfer:write',
  summary: 'Plan a transfer of stock between custodians',
  idempotent: true,
  body: CreateTransferInput,
  success: 201,
  returns: StockTransfer,
  run: ({ db }, { body, unit }) => act(db, unit, body),
})
