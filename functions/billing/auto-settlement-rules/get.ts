import { findRule, showRule } from '../../../lib/billing/auto-settlement-rules/auto-settlement-rule-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { AutoSettlementRule } from '../../../schemas/billing/auto-settlement-rule.ts'

export const getAutoSettlementRule = endpoint({
  route: 'GET /api/billing/auto-settlement-rules/{id}',
  scope: 'billing:settlement:read',
  summary: 'Get an auto-settlement rule',
  returns: AutoSettlementRule,
  async run({ db }, { caller, params }) {
    return showRule(caller.tenant, orNotFound(await findRule(db, caller.tenant, params.id)))
  },
})
