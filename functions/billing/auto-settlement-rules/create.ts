import { addRule } from '../../../lib/billing/auto-settlement-rules/add-rule.ts'
import { showRule } from '../../../lib/billing/auto-settlement-rules/auto-settlement-rule-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { AutoSettlementRule, CreateAutoSettlementRuleInput } from '../../../schemas/billing/auto-settlement-rule.ts'

export const createAutoSettlementRule = endpoint({
  route: 'POST /api/billing/auto-settlement-rules',
  scope: 'billing:settlement:write',
  summary: "Create a rule by which a partner's charges are settled",
  description:
    'With the basis `period` each period is settled when it is over where the tenant is, from the one on in which the rule ' +
    'is made; a period without charges is not. With `on_demand` somebody asks for a settlement of what waits, at ' +
    '`POST /api/billing/auto-settlement-rules/{id}/settle`. With `ad_hoc` the platform looks once a day whether charges ' +
    'wait and proposes a settlement of them, while none that it proposed before waits for a decision. `per_job` is ' +
    'refused, since no job of the platform ends yet. Whatever was settled, somebody approves it by hand.',
  body: CreateAutoSettlementRuleInput,
  success: 201,
  returns: AutoSettlementRule,
  problems: ['ALREADY_EXISTS'],
  async run(app, { caller, body, unit }) {
    return showRule(caller.tenant, await addRule(app, unit, body))
  },
})
