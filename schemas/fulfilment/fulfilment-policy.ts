import type { Static } from 'typebox'
import * as Type from 'typebox'
import { conditions, StoredConditions } from '../condition.ts'
import { resource, valueResource } from '../resource.ts'
import { id, input, nullable, oneOf, optional, text, timestamp, ulid, uuid } from '../types.ts'

export const MAX_POLICIES = 50
const MAX_RULES = 50
const MAX_CUSTODIANS = 50

/** A working day in any time zone. */
export const DEFAULT_ANSWER_HOURS = 24

const name = () => text(255, { examples: ['Europe'] })
const serviceLevel = () => text(100, { examples: ['express'] })

const FulfilmentRuleInput = input(
  {
    name: name(),
    conditions: Type.Optional(
      conditions({
        minItems: 0,
        description:
          "All groups must be met; without any, the rule applies to every order. A rule refers to a field of the sales order, such as `lineItems.sku` or `serviceLevel`, to `channelCode`, `countryCode` and `weightGrams`, or to the platform's own record.",
        examples: [[{ rules: [{ field: 'countryCode', operator: 'in', value: 'DE, AT' }] }]],
      }),
    ),
    custodianIds: Type.Optional(
      nullable(
        Type.Array(id(), {
          minItems: 1,
          maxItems: MAX_CUSTODIANS,
          description: 'Custodians in the order of preference; null for any that has the stock',
        }),
      ),
    ),
    serviceLevel: Type.Optional(nullable(serviceLevel())),
    splitAllowed: Type.Optional(
      Type.Boolean({ default: false, description: 'True if several custodians may fulfil one order' }),
    ),
  },
  { examples: [{ name: 'Germany and Austria', splitAllowed: true }] },
)

const FulfilmentRule = Type.Object({
  name: Type.String(),
  conditions: StoredConditions,
  custodianIds: nullable(Type.Array(uuid())),
  serviceLevel: nullable(Type.String()),
  splitAllowed: Type.Boolean(),
})
export type FulfilmentRule = Static<typeof FulfilmentRule>

const ANSWER_HOURS =
  'Hours within which a custodian has to accept or refuse an order that its system has; then an incident (`no_answer`) tells people'

export const FulfilmentPolicy = resource('FulfilmentPolicy', '/api/fulfilment/policies/{id}', {
  id: ulid(),
  name: name(),
  isDefault: Type.Boolean({ description: 'True if it applies to channels without a policy of their own' }),
  rules: Type.Array(FulfilmentRule, {
    description: 'In the order in which they are tried; the first that applies decides',
  }),
  answerHours: Type.Integer({ description: ANSWER_HOURS, examples: [24] }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type FulfilmentPolicy = Static<typeof FulfilmentPolicy.fields>

const rules = () => Type.Array(FulfilmentRuleInput, { minItems: 1, maxItems: MAX_RULES })

const answerHours = (options: object = {}) =>
  Type.Integer({ minimum: 1, maximum: 720, description: ANSWER_HOURS, ...options })

export const CreatePolicyInput = input({
  name: name(),
  isDefault: Type.Optional(Type.Boolean({ default: false })),
  rules: rules(),
  answerHours: Type.Optional(answerHours({ default: DEFAULT_ANSWER_HOURS })),
})
export type CreatePolicyInput = Static<typeof CreatePolicyInput>

export const UpdatePolicyInput = input(
  optional({ name: name(), isDefault: Type.Boolean(), rules: rules(), answerHours: answerHours() }),
  {
    minProperties: 1,
  },
)
export type UpdatePolicyInput = Static<typeof UpdatePolicyInput>

export const PolicyDryRunInput = input({
  salesOrderId: id(),
  policyId: Type.Optional(
    nullable(
      id({ description: "The policy to try; without it and `rules`, the one that applies to the order's channel" }),
    ),
  ),
  rules: Type.Optional(rules()),
})
export type PolicyDryRunInput = Static<typeof PolicyDryRunInput>

export const INCIDENT_REASONS = [
  'no_rule',
  'no_stock',
  'no_coverage',
  'unknown_sku',
  'ambiguous_variant',
  'refused',
  'custodian_down',
  'no_answer',
  'unfit_address',
  'order_changed',
  'address_changed',
  'removed_after_leaving',
  'order_ended',
  'order_unpaid',
  'unexpected_news',
] as const
export type IncidentReason = (typeof INCIDENT_REASONS)[number]

export const PolicyDryRun = valueResource('FulfilmentPolicyDryRun', {
  salesOrderId: ulid(),
  policyId: nullable(ulid({ description: 'Null if rules were given, or if no policy applies' })),
  rule: nullable(Type.String({ description: 'Name of the rule that decides; null if none applies' })),
  ruleIndex: nullable(Type.Integer()),
  reason: Type.String({ examples: ['Germany and Austria: countryCode in DE, AT'] }),
  incident: nullable(oneOf(INCIDENT_REASONS, { description: 'Why the order cannot be fulfilled; null if it can' })),
  serviceLevel: nullable(Type.String()),
  fulfilmentOrders: Type.Array(
    Type.Object({
      custodianId: uuid(),
      custodianName: Type.String(),
      lines: Type.Array(Type.Object({ orderLine: Type.Integer(), sku: Type.String(), quantity: Type.Integer() })),
    }),
  ),
  custodians: Type.Array(
    Type.Object({
      custodianId: uuid(),
      custodianName: Type.String(),
      isChosen: Type.Boolean(),
      reason: Type.String({ examples: ['Lacks 2 of TEA-GREEN-100'] }),
    }),
    { description: 'The reasons for or against each custodian that the rule considers' },
  ),
  unknownFields: Type.Array(Type.String({ description: 'Field that a rule refers to and the order does not have' })),
})
