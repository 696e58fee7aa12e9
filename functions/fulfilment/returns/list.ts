import { readPageOfReturns } from '../../../lib/fulfilment/returns/return-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { RETURN_STATES, Return } from '../../../schemas/fulfilment/return.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listReturns = listEndpoint({
  route: 'GET /api/fulfilment/returns',
  scope: 'fulfilment:return:read',
  summary: 'List returns, newest first',
  description: 'Filter by sales order or by custodian, not by both.',
  query: { status: oneOf(RETURN_STATES), salesOrderId: id(), custodianId: id() },
  of: Return,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => readPageOfReturns(db, caller.tenant, page, query),
})
