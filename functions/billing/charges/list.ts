import { pageOfCharges } from '../../../lib/billing/charge-store.ts'
import { listEndpoint } from '../../../lib/http/endpoint.ts'
import { Charge, SETTLEMENT_SCOPES } from '../../../schemas/charge.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listCharges = listEndpoint({
  route: 'GET /api/billing/charges',
  scope: 'billing:charge:read',
  summary: 'List charges, newest first',
  query: { partnerId: id(), scope: oneOf(SETTLEMENT_SCOPES) },
  of: Charge,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => pageOfCharges(db, caller.tenant, page, query),
})
