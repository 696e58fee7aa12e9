import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { tryRules } from '../../../lib/sales/acceptance-dry-runs/try-rules.ts'
import { DryRun, DryRunInput } from '../../../schemas/sales/acceptance-rule.ts'

export const dryRunAcceptanceRules = endpoint({
  route: 'POST /api/sales/acceptance-rule-sets/dry-run',
  scope: 'sales:acceptance_rule:read',
  summary: "Try rule sets on a channel's latest orders",
  description:
    'Shows which rule set would decide on each order and why. You can propose a rule set in addition to the active ones. Nothing is changed.',
  body: DryRunInput,
  success: 200,
  returns: DryRun,
  run: (app, { caller, body }) => tryRules(app, caller.tenant, body),
})
