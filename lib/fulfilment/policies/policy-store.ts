import {
  type CreatePolicyInput,
  DEFAULT_ANSWER_HOURS,
  type FulfilmentPolicy,
  MAX_POLICIES,
  type UpdatePolicyInput,
} from '../../../schemas/fulfilment/fulfilment-policy.ts'
import {
  findConditionViolations,
  findSizeViolations,
  toStoredConditions,
} from '../../platform/conditions/conditions.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'
import { entity, partition, type Stored } from '../../platform/store/entities/entity.ts'
import { count, find, list, type Page } from '../../platform/store/lists/list.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findCustodians } from '../../warehousing/require-custodian.ts'

// Fulfilment policies:   T#<tenant>#fulfilment-policy / <id>              listed newest first
// The default policy:    T#<tenant>#fulfilment-policy-default / DEFAULT   its id; absent without one

export interface StoredPolicy extends Omit<FulfilmentPolicy, keyof Stored | 'isDefault'>, Stored {}

export const policies = entity<StoredPolicy>({
  name: 'fulfilment-policy',
  shape: 1,
  audit: {},
  lists: [{ facets: [] }],
})

const defaultKey = (tenant: Id): Key => ({ pk: partition(tenant, 'fulfilment-policy-default'), sk: 'DEFAULT' })

export const findDefaultPolicyId = async (db: Table, tenant: Id): Promise<Id | undefined> =>
  (await db.get<{ policyId: Id }>(defaultKey(tenant)))?.policyId

export const findPolicy = (db: Table, tenant: Id, id: string) => find(db, policies, tenant, id)

export const countPolicies = (db: Table, tenant: Id) => count(db, policies, tenant, {})

const present = (policy: StoredPolicy, defaultId: Id | undefined) => ({ ...policy, isDefault: policy.id === defaultId })

export const getPolicy = async (db: Table, tenant: Id, id: string) => {
  const [policy, defaultId] = await Promise.all([findPolicy(db, tenant, id), findDefaultPolicyId(db, tenant)])
  return policy && present(policy, defaultId)
}

export const listPolicies = async (db: Table, tenant: Id, page: Page) => {
  const [found, defaultId] = await Promise.all([list(db, policies, tenant, page), findDefaultPolicyId(db, tenant)])
  return { ...found, items: found.items.map((policy) => present(policy, defaultId)) }
}

export const toStoredRules = (rules: CreatePolicyInput['rules']): StoredPolicy['rules'] =>
  rules.map(({ name, conditions = [], custodianIds = null, serviceLevel = null, splitAllowed = false }) => ({
    name,
    conditions: toStoredConditions(conditions),
    custodianIds: custodianIds && [...new Set(custodianIds)],
    serviceLevel,
    splitAllowed,
  }))

/** Throws if a rule can never be true, or names a custodian that does not exist. */
export const checkRules = async (db: Table, tenant: Id, rules: CreatePolicyInput['rules']): Promise<void> => {
  const named = [...new Set(rules.flatMap(({ custodianIds }) => custodianIds ?? []))]
  const known = new Set((await findCustodians(db, tenant, named)).map(({ id }) => id))
  const ofRules = rules.flatMap(({ conditions = [], custodianIds }, i): Violation[] => [
    ...findConditionViolations(conditions, `rules[${i}].conditions`),
    ...(custodianIds ?? []).flatMap((id, k) =>
      known.has(id)
        ? []
        : [{ propertyPath: `rules[${i}].custodianIds[${k}]`, message: 'must be the id of an existing custodian' }],
    ),
  ])
  const violations = [...findSizeViolations(rules, 'rules'), ...ofRules]
  if (violations.length) throw invalid(...violations)
}

const putDefault = (unit: Unit, policyId: Id) =>
  unit.add({ put: { ...defaultKey(unit.tenant), kind: 'fulfilment-policy-default', policyId } })

/** Orders that no rule fitted may fit now. */
const retryBlocked = (unit: Unit) => unit.schedule('fulfilment.incidents.retry', { tenant: unit.tenant, after: null })

export const addPolicy = async (
  db: Table,
  unit: Unit,
  { name, isDefault = false, rules, answerHours = DEFAULT_ANSWER_HOURS }: CreatePolicyInput,
) => {
  const [, total] = await Promise.all([checkRules(db, unit.tenant, rules), countPolicies(db, unit.tenant)])
  if (total >= MAX_POLICIES)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `There are ${total} policies and cannot be more. Change one of them instead.`,
    )
  const policy = unit.create(policies, { name, rules: toStoredRules(rules), answerHours })
  if (isDefault) putDefault(unit, policy.id)
  retryBlocked(unit)
  return { ...policy, isDefault }
}

export const changePolicy = async (db: Table, unit: Unit, id: string, given: UpdatePolicyInput) => {
  const { isDefault, rules, name, answerHours } = given
  const [before, defaultId] = await Promise.all([unit.load(policies, id), findDefaultPolicyId(db, unit.tenant)])
  if (rules) await checkRules(db, unit.tenant, rules)
  const policy = unit.update(policies, before, {
    ...(name !== undefined && { name }),
    ...(rules && { rules: toStoredRules(rules) }),
    ...(answerHours !== undefined && { answerHours }),
  })
  const wasDefault = defaultId === policy.id
  if (isDefault && !wasDefault) putDefault(unit, policy.id)
  if (isDefault === false && wasDefault) removeDefault(unit, policy.id)
  retryBlocked(unit)
  return { ...policy, isDefault: isDefault ?? wasDefault }
}

const removeDefault = (unit: Unit, policyId: Id) =>
  unit.add({ delete: defaultKey(unit.tenant), when: '#policyId = :policyId', values: { ':policyId': policyId } })

/** Deletes a policy. Channels that name it use the default policy from then on. */
export const deletePolicy = async (db: Table, unit: Unit, id: string): Promise<void> => {
  const [policy, defaultId] = await Promise.all([unit.load(policies, id), findDefaultPolicyId(db, unit.tenant)])
  unit.remove(policies, policy)
  if (defaultId === policy.id) removeDefault(unit, policy.id)
}
