import type { Static } from 'typebox'
import * as Type from 'typebox'
import { conditions, StoredConditions } from '../condition.ts'
import { REVISED, resource, valueResource } from '../resource.ts'
import { id, input, nullable, oneOf, optional, text, timestamp, ulid } from '../types.ts'

export const ACCEPTANCE_ACTIONS = ['accept', 'reject', 'hold'] as const
export type AcceptanceAction = (typeof ACCEPTANCE_ACTIONS)[number]

export const MAX_RULE_SETS = 50

const fields = {
  name: text(255, { examples: ['High value'] }),
  conditions: conditions(),
  action: oneOf(ACCEPTANCE_ACTIONS),
}
const may = {
  isActive: Type.Boolean({ default: true }),
  priority: Type.Integer({
    minimum: -1_000_000,
    maximum: 1_000_000,
    default: 0,
    description: 'Rule sets with lower numbers are evaluated first',
  }),
}

export const AcceptanceRuleSet = resource(
  'AcceptanceRuleSet',
  '/api/sales/acceptance-rule-sets/{id}',
  {
    id: ulid(),
    channelId: ulid(),
    name: fields.name,
    conditions: StoredConditions,
    action: fields.action,
    ...may,
    createdAt: timestamp(),
  },
  REVISED,
)
export type AcceptanceRuleSet = Static<typeof AcceptanceRuleSet.fields>

export const CreateRuleSetInput = input({ channelId: id(), ...fields, ...optional(may) })
export type CreateRuleSetInput = Static<typeof CreateRuleSetInput>

export const UpdateRuleSetInput = input(
  {
    ...optional(fields),
    isActive: Type.Optional(Type.Boolean()),
    priority: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
  },
  { minProperties: 1 },
)
export type UpdateRuleSetInput = Static<typeof UpdateRuleSetInput>

/** Without `proposed`, only the channel's active rule sets are evaluated. */
export const DryRunInput = input({
  channelId: id(),
  proposed: Type.Optional(nullable(input({ ...fields, priority: Type.Optional(may.priority) }))),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
})
export type DryRunInput = Static<typeof DryRunInput>

export const DryRun = valueResource('AcceptanceDryRun', {
  channelId: ulid(),
  accept: Type.Integer({ description: 'Number of the latest orders that would be accepted' }),
  reject: Type.Integer(),
  hold: Type.Integer(),
  decisions: Type.Array(
    Type.Object({
      orderId: ulid(),
      externalOrderId: Type.String(),
      number: Type.String(),
      status: Type.String({ description: 'Current status of the order' }),
      action: oneOf(ACCEPTANCE_ACTIONS),
      ruleSetId: nullable(ulid({ description: 'Null if no rule set or the proposed one decided' })),
      reason: Type.String(),
      unknownFields: Type.Array(
        Type.String({ description: 'Field that a rule refers to and the order does not have' }),
      ),
    }),
  ),
})
