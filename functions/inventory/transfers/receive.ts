import { receiveTransfer as act } from '../../../lib/inventory/transfers/receive-transfer.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { ReceiveTransferInput, StockTransfer } from '../../../schemas/inventory/stock-transfer.ts'

export const receiveTransfer = endpoint({
  route: 'POST /api/inventory/transfers/{id}/receive',
  scope: 'inventory:transfer:write',
  summary: 'Record that pieces of a transfer arrived or were lost',
  description:
    'May be repeated until nothing is in transit; send an `Idempotency-Key`. Lots and serial units arrive in the order in which they left.',
  idempotent: true,
  body: ReceiveTransferInput,
  returns: StockTransfer,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { params, body, unit }) => act(db, unit, params.id, body),
})
