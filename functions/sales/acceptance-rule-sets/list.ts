import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { listRuleSets } from '../../../lib/sales/acceptance-rule-sets/acceptance-rule-store.ts'
import { AcceptanceRuleSet } from '../../../schemas/sales/acceptance-rule.ts'
import { id } from '../../../schemas/types.ts'

export const listAcceptanceRuleSets = listEndpoint({
  route: 'GET /api/sales/acceptance-rule-sets',
  scope: 'sales:acceptance_rule:read',
  summary: 'List acceptance rule sets, newest first',
  query: { channelId: id() },
  of: AcceptanceRuleSet,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => listRuleSets(db, caller.tenant, page, query.channelId),
})
