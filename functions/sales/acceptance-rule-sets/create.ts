import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { addRuleSet } from '../../../lib/sales/acceptance-rule-sets/acceptance-rule-store.ts'
import { AcceptanceRuleSet, CreateRuleSetInput } from '../../../schemas/sales/acceptance-rule.ts'

export const createAcceptanceRuleSet = endpoint({
  route: 'POST /api/sales/acceptance-rule-sets',
  scope: 'sales:acceptance_rule:write',
  summary: "Add a set of rules that decides on a channel's orders as they come in",
  description:
    "Active sets are asked by priority, then age; the first that holds decides, and without one the order is accepted. Fields are those of an order and, beside them, what the platform sent; dots reach inside, and of a list's members any may hold.",
  body: CreateRuleSetInput,
  success: 201,
  returns: AcceptanceRuleSet,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { body, unit }) => addRuleSet(db, unit, body),
})
