import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { tryRules } from '../../../lib/sales/orders/try-rules.ts'
import { DryRun, DryRunInput } from '../../../schemas/sales/acceptance-rule.ts'

export const dryRunAcceptanceRules = endpoint({
  route: 'POST /api/sales/acceptance-rule-sets/dry-run',
  scope: 'sales:acceptance_rule:read',
  summary: "Try rules on a channel's last orders: which rule set would decide, and why",
  description: 'Beside the active rule sets one may be proposed. Nothing is changed.',
  body: DryRunInput,
  success: 200,
  returns: DryRun,
  run: (app, { caller, body }) => tryRules(app, caller.tenant, body),
})
