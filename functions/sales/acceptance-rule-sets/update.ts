import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { changeRuleSet } from '../../../lib/sales/acceptance-rule-sets/acceptance-rule-store.ts'
import { AcceptanceRuleSet, UpdateRuleSetInput } from '../../../schemas/sales/acceptance-rule.ts'

export const updateAcceptanceRuleSet = endpoint({
  route: 'PATCH /api/sales/acceptance-rule-sets/{id}',
  scope: 'sales:acceptance_rule:write',
  summary: 'Update an acceptance rule set, or switch it off; past decisions stay unchanged',
  body: UpdateRuleSetInput,
  returns: AcceptanceRuleSet,
  ifMatch: true,
  run: (_app, { params, body, unit }) => changeRuleSet(unit, params.id, body),
})
