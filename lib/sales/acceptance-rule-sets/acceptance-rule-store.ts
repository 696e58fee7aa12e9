import type { ConditionGroup } from '../../../schemas/condition.ts'
import {
  type AcceptanceRuleSet,
  type CreateRuleSetInput,
  MAX_RULE_SETS,
  type UpdateRuleSetInput,
} from '../../../schemas/sales/acceptance-rule.ts'
import { findConditionViolations, toStoredConditions } from '../../platform/conditions/conditions.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { entity, type Stored } from '../../platform/store/entities/entity.ts'
import { count, find, list, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { requireChannel } from '../channels/require-channel.ts'
import { sortRuleSets } from './decide-acceptance.ts'

// Acceptance rule sets:  T#<tenant>#acceptance-rule-set / <id>   listed newest first, by channel and whether active

export interface StoredRuleSet extends Omit<AcceptanceRuleSet, 'createdAt'>, Stored {}

export const ruleSets = entity<StoredRuleSet>({
  name: 'acceptance-rule-set',
  shape: 1,
  audit: {},
  lists: [{ facets: [] }, { by: ['channelId'], facets: ['isActive'] }],
})

export const findRuleSet = (db: Table, tenant: Id, id: string) => find(db, ruleSets, tenant, id)

export const listRuleSets = (db: Table, tenant: Id, page: Page, channelId: Id | undefined) =>
  list(db, ruleSets, tenant, { ...page, ...(channelId && { by: { channelId } }) })

/** Lists the rule sets that decide on a channel's orders, in the order of evaluation. */
export const listActiveRuleSets = async (db: Table, tenant: Id, channelId: Id): Promise<StoredRuleSet[]> => {
  const query = { page: 1, itemsPerPage: 2 * MAX_RULE_SETS, by: { channelId }, facets: { isActive: true } }
  return sortRuleSets((await list(db, ruleSets, tenant, query)).items)
}

const checkConditions = (conditions: readonly ConditionGroup[] | undefined) => {
  const violations = findConditionViolations(conditions ?? [])
  if (violations.length) throw invalid(...violations)
}

export const addRuleSet = async (db: Table, unit: Unit, given: CreateRuleSetInput): Promise<StoredRuleSet> => {
  const { channelId, conditions, isActive = true, priority = 0 } = given
  checkConditions(conditions)
  const [, ruleSetCount] = await Promise.all([
    requireChannel(db, unit.tenant, channelId),
    count(db, ruleSets, unit.tenant, { by: { channelId } }),
  ])
  if (ruleSetCount >= MAX_RULE_SETS)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The channel has ${ruleSetCount} rule sets and cannot have more. Change one of them instead.`,
    )
  return unit.create(ruleSets, { ...given, conditions: toStoredConditions(conditions), isActive, priority })
}

export const changeRuleSet = async (unit: Unit, id: string, given: UpdateRuleSetInput): Promise<StoredRuleSet> => {
  const before = await unit.load(ruleSets, id)
  checkConditions(given.conditions)
  const { conditions, ...rest } = given
  return unit.update(ruleSets, before, { ...rest, ...(conditions && { conditions: toStoredConditions(conditions) }) })
}
