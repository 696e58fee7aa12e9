import type { ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'
import { MAX_VIOLATIONS, type Violation } from '../../problem.ts'
import { getValidator, type Part, type Validator } from './validators.ts'

const MAX_PATH_LENGTH = 255

/** Converts `/lineItems/2/unitPrice` to `lineItems[2].unitPrice`. */
const toPropertyPath = (pointer: string, member?: string) => {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (member !== undefined) names.push(member)
  return names
    .reduce((path, name) => (/^\d+$/.test(name) ? `${path}[${name}]` : path ? `${path}.${name}` : name), '')
    .slice(0, MAX_PATH_LENGTH)
}

const TEXTS: Record<string, (params: Record<string, unknown>) => string> = {
  required: () => 'is required',
  additionalProperties: () => 'must not be given, because it is unknown',
  minLength: ({ limit }) => (limit === 1 ? 'must not be blank' : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minItems: ({ limit }) => `must have at least ${limit} entries`,
  maxItems: ({ limit }) => `must have at most ${limit} entries`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be above ${limit}`,
  enum: ({ allowedValues }) =>
    `must be one of ${(allowedValues as unknown[]).map((value) => value ?? 'null').join(', ')}`,
  type: ({ type }) => `must be ${[type].flat().join(' or ')}`,
  format: ({ format }) => `must be a valid ${format}`,
  pattern: () => 'has the wrong form',
  minProperties: () => 'must have at least one member',
}

const toViolation = ({ keyword, instancePath, params, parentSchema, message }: ErrorObject): Violation => {
  const named: string | undefined = {
    required: params.missingProperty,
    additionalProperties: params.additionalProperty,
  }[keyword]
  const title: string | false | undefined = (keyword === 'pattern' || keyword === 'format') && parentSchema?.title
  return {
    propertyPath: toPropertyPath(instancePath, named),
    message: title ? `must be ${title}` : (TEXTS[keyword]?.(params) ?? message ?? 'is not valid'),
  }
}

/** Returns the first violation of each path in the order of the request, and at most one more than are reported. */
const listDistinctViolations = (errors: readonly ErrorObject[]) => {
  const byPath = new Map<string, Violation>()
  for (const error of errors) {
    // The condition that led to a violation is none itself.
    if (error.keyword === 'if') continue
    const each = toViolation(error)
    if (!byPath.has(each.propertyPath)) byPath.set(each.propertyPath, each)
    if (byPath.size > MAX_VIOLATIONS) break
  }
  return [...byPath.values()]
}

/** Lists what the validator finds; empty if the value is valid. */
export const runValidator = (validator: Validator, value: unknown): Violation[] =>
  validator(value) ? [] : listDistinctViolations(validator.errors ?? [])

/** Lists the violations of the schema; empty if the value is valid. */
export const findViolations = (
  route: string,
  part: Part,
  schema: TSchema,
  value: unknown,
): Violation[] | Promise<Violation[]> => {
  const run = (validator: Validator) => runValidator(validator, value)
  const validator = getValidator(route, part, schema)
  return validator instanceof Promise ? validator.then(run) : run(validator)
}
