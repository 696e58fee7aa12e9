/** A JSON Schema in the description. */
export interface Shown {
  $ref?: string
  type?: string | readonly string[]
  title?: string
  description?: string
  const?: unknown
  default?: unknown
  enum?: readonly unknown[]
  examples?: readonly unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  minItems?: number
  properties?: Readonly<Record<string, Shown>>
  patternProperties?: Readonly<Record<string, Shown>>
  additionalProperties?: Shown | boolean
  propertyNames?: { description: string; enum: readonly string[] }
  required?: readonly string[]
  items?: Shown
  anyOf?: readonly Shown[]
  oneOf?: readonly Shown[]
  $id?: string
  'x-id'?: 'any' | 'ulid' | 'uuid'
  'x-enum-varnames'?: readonly string[]
}

/** In answers every member is required and no others exist, as the pipeline serializes them. */
export type Direction = 'request' | 'answer'

const toSentence = (title: string) => title.charAt(0).toUpperCase() + title.slice(1)

const cleanEach = (schemas: Readonly<Record<string, Shown>>, direction: Direction) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, cleanSchema(schema, direction)]))

/**
 * Writes a pattern so that every language understands it. It names the control characters instead of a Unicode class, and
 * no line separators, which generators write into source code. So it accepts slightly more than the platform does.
 */
const writePattern = (pattern: string) =>
  pattern.replaceAll('\\p{C}', '\\u0000-\\u001f\\u007f-\\u009f').replaceAll('\\u2028\\u2029', '')

/** True if a member such as `@type` has the name of another, `type`, in languages whose names have no `@`. */
const collides = (name: string, properties: object) => name.startsWith('@') && name.slice(1) in properties

const ALL_MEMBERS =
  'All members. Those with `@` have the name of another member without it and are therefore not described above: `@id` is the address of the resource and `@type` its type.'

/**
 * Closes the schema of an answer, in which every member is present. Members whose name collides are allowed and not
 * declared, because generators drop a schema that declares both.
 */
const closeAnswer = (properties: Readonly<Record<string, Shown>>): Shown => {
  const names = Object.keys(properties)
  const declared = Object.entries(properties).filter(([name]) => !collides(name, properties))
  return {
    properties: Object.fromEntries(declared),
    required: names,
    ...(declared.length < names.length
      ? { propertyNames: { description: ALL_MEMBERS, enum: names } }
      : { additionalProperties: false }),
  }
}

/**
 * Removes internal keywords, and defaults from answers, which have every member. A title is the text of a violation, so
 * it becomes the description if there is none.
 */
export const cleanSchema = (schema: Shown, direction: Direction): Shown => {
  const { title, default: given, 'x-id': _id, $id: _name, additionalProperties, ...rest } = schema
  const { description = title && toSentence(title), properties, patternProperties, items } = rest
  const closed = direction === 'answer' && properties !== undefined
  const cleaned = properties && cleanEach(properties, direction)
  return {
    ...rest,
    ...(given !== undefined && direction === 'request' && { default: given }),
    ...(description && { description }),
    ...(rest.pattern && { pattern: writePattern(rest.pattern) }),
    ...(items && { items: cleanSchema(items, direction) }),
    ...(patternProperties && { patternProperties: cleanEach(patternProperties, direction) }),
    ...(additionalProperties !== undefined &&
      !closed && {
        additionalProperties:
          typeof additionalProperties === 'object'
            ? cleanSchema(additionalProperties, direction)
            : additionalProperties,
      }),
    ...(rest.anyOf && { anyOf: rest.anyOf.map((one) => cleanSchema(one, direction)) }),
    ...(rest.oneOf && { oneOf: rest.oneOf.map((one) => cleanSchema(one, direction)) }),
    ...(cleaned && (closed ? closeAnswer(cleaned) : { properties: cleaned })),
  }
}
