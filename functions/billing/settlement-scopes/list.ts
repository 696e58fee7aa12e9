import { SCOPES_OF_SETTLEMENTS } from '../../../lib/billing/settlement-scopes.ts'
import { listEndpoint } from '../../../lib/http/endpoint.ts'
import { pageOf } from '../../../lib/store/list.ts'
import { SettlementScope } from '../../../schemas/settlement-scope.ts'

export const listSettlementScopes = listEndpoint({
  route: 'GET /api/billing/settlement-scopes',
  scope: 'billing:settlement:read',
  summary: 'List what charges can be about',
  of: SettlementScope,
  itemsPerPage: 25,
  run: async (_app, { page }) => pageOf(SCOPES_OF_SETTLEMENTS, page),
})
