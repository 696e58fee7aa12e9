import { listScopeDefinitions } from '../../../lib/billing/settlement-scopes/scope-definitions.ts'
import { readOwnScopes } from '../../../lib/billing/settlement-scopes/settlement-scope-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { slicePage } from '../../../lib/platform/store/lists/list.ts'
import { SettlementScope } from '../../../schemas/billing/settlement-scope.ts'

export const listSettlementScopes = listEndpoint({
  route: 'GET /api/billing/settlement-scopes',
  scope: 'billing:settlement:read',
  summary: 'List settlement scopes',
  description:
    'A scope says what a charge is about. The scopes of the platform come first, followed by those that your charges ' +
    'and rules have added.',
  of: SettlementScope,
  itemsPerPage: 25,
  run: async ({ db }, { caller, page }) =>
    slicePage(listScopeDefinitions(await readOwnScopes(db, caller.tenant)), page),
})
