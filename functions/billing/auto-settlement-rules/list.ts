import { readPageOfRules } from '../../../lib/billing/auto-settlement-rules/auto-settlement-rule-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { AutoSettlementRule } from '../../../schemas/billing/auto-settlement-rule.ts'
import { id } from '../../../schemas/types.ts'

export const listAutoSettlementRules = listEndpoint({
  route: 'GET /api/billing/auto-settlement-rules',
  scope: 'billing:settlement:read',
  summary: 'List auto-settlement rules, newest first',
  query: { partnerId: id() },
  of: AutoSettlementRule,
  itemsPerPage: 25,
  run: ({ db }, { caller, query, page }) => readPageOfRules(db, caller.tenant, page, query),
})
