import { listScopeDefinitions } from '../../../lib/billing/settlement-scopes/scope-definitions.ts'
import { readOwnScopes } from '../../../lib/billing/settlement-scopes/settlement-scope-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { SettlementScope } from '../../../schemas/billing/settlement-scope.ts'

export const getSettlementScope = endpoint({
  route: 'GET /api/billing/settlement-scopes/{scope}',
  scope: 'billing:settlement:read',
  summary: 'Get a settlement scope',
  returns: SettlementScope,
  async run({ db }, { caller, params }) {
    const definitions = listScopeDefinitions(await readOwnScopes(db, caller.tenant))
    return orNotFound(definitions.find(({ scope }) => scope === params.scope))
  },
})
