import { readOwnScopes } from '../../../lib/billing/settlement-scopes/settlement-scope-store.ts'
import { scopeDefinitions } from '../../../lib/billing/settlement-scopes/settlement-scopes.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { slicePage } from '../../../lib/platform/store/lists/list.ts'
import { SettlementScope } from '../../../schemas/billing/settlement-scope.ts'

export const listSettlementScopes = listEndpoint({
  route: 'GET /api/billing/settlement-scopes',
  scope: 'billing:settlement:read',
  summary: 'List what charges can be about',
  description: "The platform's own scopes come first, then those that your charges and rules have used beside them.",
  of: SettlementScope,
  itemsPerPage: 25,
  run: async ({ db }, { caller, page }) => slicePage(scopeDefinitions(await readOwnScopes(db, caller.tenant)), page),
})
