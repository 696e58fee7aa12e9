import type { ConditionGroup } from '../../../schemas/condition.ts'
import type { AcceptanceAction, AcceptanceRuleSet } from '../../../schemas/sales/acceptance-rule.ts'
import { createEvaluator, describeRule, type RuleInput } from '../../platform/conditions/conditions.ts'
import type { Id } from '../../platform/id.ts'

/** A rule set to evaluate; a proposed one has no id. */
export interface RuleSetToEvaluate extends Pick<AcceptanceRuleSet, 'name' | 'action' | 'priority' | 'createdAt'> {
  id: Id | null
  conditions: readonly ConditionGroup[]
}

export interface Decision {
  action: AcceptanceAction
  /** Null if no rule set decided, or a proposed one. */
  ruleSetId: Id | null
  reason: string
  /** Fields that a rule refers to and the order does not have. */
  unknownFields: string[]
}

const MAX_REASON_LENGTH = 500

export const sortRuleSets = <T extends RuleSetToEvaluate>(ruleSets: readonly T[]): T[] =>
  [...ruleSets].sort(
    (a, b) =>
      a.priority - b.priority ||
      (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : (a.id ?? '~') < (b.id ?? '~') ? -1 : 1),
  )

/** Returns the reason of a decision to store, with the fields that rules did not find. */
export const describeDecision = ({ reason, unknownFields }: Decision): string =>
  unknownFields.length
    ? `${reason}; the order does not have: ${unknownFields.join(', ')}`.slice(0, 2 * MAX_REASON_LENGTH)
    : reason

/** Returns the decision of the first rule set that is true, or accepts the order. `ruleSets` must be sorted. */
export const decideAcceptance = (ruleSets: readonly RuleSetToEvaluate[], input: RuleInput): Decision => {
  const { findTrueRules, unknownFields } = createEvaluator(input)
  for (const { id, name, action, conditions } of ruleSets) {
    const groups = conditions.map(findTrueRules)
    if (!groups.length || groups.some((rules) => !rules.length)) continue
    const reason = `${name}: ${groups.flat().map(describeRule).join('; ')}`.slice(0, MAX_REASON_LENGTH)
    return { action, ruleSetId: id, reason, unknownFields: [...unknownFields] }
  }
  return {
    action: 'accept',
    ruleSetId: null,
    reason: 'No rule set applies',
    unknownFields: [...unknownFields],
  }
}
