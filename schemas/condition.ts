import type { Static } from 'typebox'
import * as Type from 'typebox'
import { input, nullable, oneOf } from './types.ts'

export const OPERATORS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'not_in',
  'contains',
  'starts_with',
  'exists',
] as const
export type Operator = (typeof OPERATORS)[number]

const field = (options: object = {}) =>
  Type.String({
    maxLength: 255,
    pattern: '^[^.\\s]+(\\.[^.\\s]+){0,9}$',
    title: 'a field of the order such as total or lineItems.sku',
    examples: ['total'],
    ...options,
  })

const value = (options: object = {}) => Type.String({ maxLength: 4000, examples: ['100000'], ...options })

const buildRule = (fieldOptions: object) =>
  input({
    field: field(fieldOptions),
    operator: oneOf(OPERATORS),
    value: Type.Optional(
      value({ default: '', description: 'For `in` and `not_in`, several values separated by commas' }),
    ),
    description: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
  })
export type Rule = Static<ReturnType<typeof buildRule>>

const buildConditionGroup = (fieldOptions: object) =>
  input({
    logic: Type.Optional(oneOf(['and', 'or'], { default: 'and' })),
    rules: Type.Array(buildRule(fieldOptions), { maxItems: 50 }),
  })
export type ConditionGroup = Static<ReturnType<typeof buildConditionGroup>>

/** Conditions of a request; `fieldOptions` describe the fields of what they are about, if that is not an order. */
export const conditions = (options: object = {}, fieldOptions: object = {}) =>
  Type.Array(buildConditionGroup(fieldOptions), {
    minItems: 1,
    maxItems: 20,
    description:
      'All groups must be met. A group is met if all of its rules are met, or any of them with `or`; a group without rules is never met. At most 100 kB in total.',
    examples: [[{ logic: 'and', rules: [{ field: 'total', operator: 'gt', value: '100000' }] }]],
    ...options,
  })

/** Conditions as they are stored and shown, with their defaults filled in. */
export const StoredConditions = Type.Array(
  Type.Object({
    logic: oneOf(['and', 'or']),
    rules: Type.Array(
      Type.Object({
        field: Type.String(),
        operator: oneOf(OPERATORS),
        value: Type.String(),
        description: nullable(Type.String()),
      }),
    ),
  }),
)
export type StoredConditions = Static<typeof StoredConditions>
