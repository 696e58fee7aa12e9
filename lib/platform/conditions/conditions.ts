import type { ConditionGroup, Operator, Rule, StoredConditions } from '../../../schemas/condition.ts'
import { foldSku } from '../identifiers/sku.ts'
import type { Violation } from '../problem.ts'

const NUMBER = /^-?\d{1,15}(\.\d{1,9})?$/
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

const toNumber = (value: unknown) => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined
}

const toMoment = (value: unknown) => {
  const at = typeof value === 'string' && MOMENT.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

const splitList = (value: string) => value.split(',').flatMap((each) => each.trim() || [])

/** Keeps what has conditions within one item of the table. */
const MAX_KB = 100

/** Finds conditions, or rules with conditions, that are too long to be stored together. */
export const findSizeViolations = (given: readonly object[], propertyPath: string): Violation[] =>
  Buffer.byteLength(JSON.stringify(given)) > MAX_KB * 1000
    ? [{ propertyPath, message: `must have at most ${MAX_KB} kB in total` }]
    : []

/** Finds rules with values that their operators can never match, and conditions that are too long. */
export const findConditionViolations = (conditions: readonly ConditionGroup[], at = 'conditions'): Violation[] => [
  ...findSizeViolations(conditions, at),
  ...conditions.flatMap(({ rules }, group) =>
    rules.flatMap(({ operator, value = '' }, rule) => {
      const message = explainInvalidValue(operator, value)
      return message ? [{ propertyPath: `${at}[${group}].rules[${rule}].value`, message }] : []
    }),
  ),
]

const explainInvalidValue = (operator: Operator, value: string): string | undefined => {
  if (['gt', 'gte', 'lt', 'lte'].includes(operator) && toNumber(value) === undefined && toMoment(value) === undefined)
    return 'must be a number, a date or a timestamp'
  if ((operator === 'in' || operator === 'not_in') && !splitList(value).length) return 'must name at least one value'
  if ((operator === 'contains' || operator === 'starts_with') && !value) return 'must not be blank'
  return operator === 'exists' && !['', 'true', 'false'].includes(value) ? 'must be true or false' : undefined
}

/** Looks up the values under a path; a list yields the values of all its members, inherited properties are ignored. */
const lookUpValues = (node: unknown, [name, ...rest]: readonly string[]): unknown[] => {
  if (Array.isArray(node)) return node.flatMap((each) => lookUpValues(each, name === undefined ? [] : [name, ...rest]))
  if (name === undefined) return node === null || node === undefined ? [] : [node]
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return []
  return lookUpValues((node as Record<string, unknown>)[name], rest)
}

const isSame = (actual: unknown, wanted: string): boolean => {
  if (typeof actual === 'number') return actual === toNumber(wanted)
  return (typeof actual === 'string' || typeof actual === 'boolean') && String(actual) === wanted
}

/** Compares two numbers or two times; returns their difference, or undefined if they cannot be compared. */
const compareValues = (actual: unknown, wanted: string): number | undefined => {
  for (const read of [toNumber, toMoment]) {
    const [left, right] = [read(actual), read(wanted)]
    if (left !== undefined && right !== undefined) return left - right
  }
  return undefined
}

const compareWith = (holds: (difference: number) => boolean) => (actual: unknown, wanted: string) => {
  const found = compareValues(actual, wanted)
  return found !== undefined && holds(found)
}

const TESTS: Record<Exclude<Operator, 'exists'>, (actual: unknown, wanted: string) => boolean> = {
  eq: isSame,
  neq: (actual, wanted) => !isSame(actual, wanted),
  gt: compareWith((by) => by > 0),
  gte: compareWith((by) => by >= 0),
  lt: compareWith((by) => by < 0),
  lte: compareWith((by) => by <= 0),
  in: (actual, wanted) => splitList(wanted).some((each) => isSame(actual, each)),
  not_in: (actual, wanted) => !splitList(wanted).some((each) => isSame(actual, each)),
  contains: (actual, wanted) => typeof actual === 'string' && actual.includes(wanted),
  starts_with: (actual, wanted) => typeof actual === 'string' && actual.startsWith(wanted),
}

/** An order for rules to evaluate; fields of `order` take precedence over those of the platform's own record. */
export interface RuleInput {
  order: object
  raw?: unknown
}

export const describeRule = ({ field, operator, value = '', description }: Rule) =>
  description?.trim() || `${field} ${operator} ${value}`.trim()

/** Creates an evaluator of rules for one order, which looks each field up once. */
export const createEvaluator = ({ order, raw }: RuleInput) => {
  const known = new Map<string, unknown[]>()
  const unknownFields = new Set<string>()
  const lookUp = (field: string) => {
    const found = known.get(field)
    if (found) return found
    const path = field.split('.')
    const own = lookUpValues(order, path)
    const values = own.length ? own : lookUpValues(raw, path)
    known.set(field, values)
    return values
  }
  const isRuleTrue = ({ field, operator, value = '' }: Rule): boolean => {
    const values = lookUp(field)
    if (operator === 'exists') return values.length > 0 === (value !== 'false')
    if (!values.length) unknownFields.add(field)
    const isSku = field === 'sku' || field.endsWith('.sku')
    const wanted = isSku ? foldSku(value) : value
    return values.some((actual) =>
      TESTS[operator](isSku && typeof actual === 'string' ? foldSku(actual) : actual, wanted),
    )
  }
  /** Returns the rules that made the group true; empty if it is false. */
  const findTrueRules = ({ logic = 'and', rules }: ConditionGroup): readonly Rule[] => {
    const found = rules.filter(isRuleTrue)
    if (logic === 'or') return found.slice(0, 1)
    return found.length === rules.length ? found : []
  }
  return { findTrueRules, unknownFields }
}

export const toStoredConditions = (conditions: readonly ConditionGroup[]): StoredConditions =>
  conditions.map(({ logic = 'and', rules }) => ({
    logic,
    rules: rules.map(({ value = '', description = null, ...rule }) => ({ ...rule, value, description })),
  }))
