import type { ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'
import { MAX_VIOLATIONS, type Violation } from '../../problem.ts'
import { describeViolation } from './describe-violation.ts'
import { getValidator, type Part, type Validator } from './validators.ts'

const toViolation = ({ keyword, instancePath, params, parentSchema, message }: ErrorObject): Violation => {
  const member: string | undefined = {
    required: params.missingProperty,
    additionalProperties: params.additionalProperty,
  }[keyword]
  return describeViolation(
    { keyword, instancePath, params, parentSchema: parentSchema as object | undefined, message },
    member,
  )
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
