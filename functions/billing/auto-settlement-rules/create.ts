import { addRule } from '../../../lib/billing/auto-settlement-rules/add-rule.ts'
import { showRule } from '../../../lib/billing/auto-settlement-rules/auto-settlement-rule-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { AutoSettlementRule, CreateAutoSettlementRuleInput } from '../../../schemas/billing/auto-settlement-rule.ts'

export const createAutoSettlementRule = endpoint({
  route: 'POST /api/billing/auto-settlement-rules',
  scope: 'billing:settlement:write',
  summary: "Create a rule that settles a partner's charges",
  description:
    '`period`: each period is settled when it ends in your time zone, starting with the current one, unless it has ' +
    'no charges. `on_demand`: unsettled charges are settled on request, with `POST ' +
    '/api/billing/auto-settlement-rules/{id}/settle`. `ad_hoc`: once a day a settlement of the unsettled charges is ' +
    'proposed, unless an earlier proposal is still to be approved or rejected. `per_job`: when a fulfilment order is ' +
    'over, what tariffs charged for its parcels is settled, each order apart. Every settlement must be approved by a person.',
  body: CreateAutoSettlementRuleInput,
  success: 201,
  returns: AutoSettlementRule,
  problems: ['ALREADY_EXISTS'],
  async run(app, { caller, body, unit }) {
    return showRule(caller.tenant, await addRule(app, unit, body))
  },
})
