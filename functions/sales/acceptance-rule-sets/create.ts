import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { addRuleSet } from '../../../lib/sales/acceptance-rule-sets/acceptance-rule-store.ts'
import { AcceptanceRuleSet, CreateRuleSetInput } from '../../../schemas/sales/acceptance-rule.ts'

export const createAcceptanceRuleSet = endpoint({
  route: 'POST /api/sales/acceptance-rule-sets',
  scope: 'sales:acceptance_rule:write',
  summary: "Create an acceptance rule set, which decides on a channel's incoming orders",
  description:
    "Active rule sets are evaluated by priority, then oldest first. The first one whose conditions are met decides; if there is none, the order is accepted. A rule refers to a field of the order or of the platform's own record, with dots for nested fields. On a list, a rule is met if any member meets it.",
  body: CreateRuleSetInput,
  success: 201,
  returns: AcceptanceRuleSet,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { body, unit }) => addRuleSet(db, unit, body),
})
