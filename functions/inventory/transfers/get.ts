import { findTransfer } from '../../../lib/inventory/transfers/transfer-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { StockTransfer } from '../../../schemas/inventory/stock-transfer.ts'

export const getTransfer = endpoint({
  route: 'GET /api/inventory/transfers/{id}',
  scope: 'inventory:transfer:read',
  summary: 'Get a stock transfer',
  returns: StockTransfer,
  async run({ db }, { caller, params }) {
    return orNotFound(await findTransfer(db, caller.tenant, params.id))
  },
})
