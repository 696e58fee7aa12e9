import { readPageOfCharges } from '../../../lib/billing/charges/charge-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { Charge, settlementScope } from '../../../schemas/billing/charge.ts'
import { id } from '../../../schemas/types.ts'

export const listCharges = listEndpoint({
  route: 'GET /api/billing/charges',
  scope: 'billing:charge:read',
  summary: 'List charges, newest first',
  query: { partnerId: id(), scope: settlementScope() },
  of: Charge,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => readPageOfCharges(db, caller.tenant, page, query),
})
