import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { findRuleSet } from '../../../lib/sales/acceptance-rule-sets/acceptance-rule-store.ts'
import { AcceptanceRuleSet } from '../../../schemas/sales/acceptance-rule.ts'

export const getAcceptanceRuleSet = endpoint({
  route: 'GET /api/sales/acceptance-rule-sets/{id}',
  scope: 'sales:acceptance_rule:read',
  summary: 'Get an acceptance rule set',
  returns: AcceptanceRuleSet,
  async run({ db }, { caller, params }) {
    return orNotFound(await findRuleSet(db, caller.tenant, params.id))
  },
})
