import { readOwnScopes } from '../../../lib/billing/settlement-scope-store.ts'
import { scopeDefinitions } from '../../../lib/billing/settlement-scopes.ts'
import { endpoint } from '../../../lib/http/endpoint.ts'
import { orNotFound } from '../../../lib/problem.ts'
import { SettlementScope } from '../../../schemas/settlement-scope.ts'

export const getSettlementScope = endpoint({
  route: 'GET /api/billing/settlement-scopes/{scope}',
  scope: 'billing:settlement:read',
  summary: 'Get what charges of a scope are about',
  returns: SettlementScope,
  async run({ db }, { caller, params }) {
    const definitions = scopeDefinitions(await readOwnScopes(db, caller.tenant))
    return orNotFound(definitions.find(({ scope }) => scope === params.scope))
  },
})
