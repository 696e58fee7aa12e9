import type { Violation } from '../../problem.ts'

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

/** A violation as a validator of JSON Schema reports it. */
interface Reported {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
  /** The schema that has the keyword. */
  parentSchema?: { title?: unknown } | undefined
  message?: string | undefined
}

/** Describes a violation; `member` is the absent or unknown member that it is about. */
export const describeViolation = (
  { keyword, instancePath, params, parentSchema, message }: Reported,
  member?: string,
): Violation => {
  const title = (keyword === 'pattern' || keyword === 'format') && parentSchema?.title
  return {
    propertyPath: toPropertyPath(instancePath, member),
    message: title ? `must be ${title}` : (TEXTS[keyword]?.(params) ?? message ?? 'is not valid'),
  }
}
