/** A JSON Schema in the description. */
export interface Shown {
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
  required?: readonly string[]
  items?: Shown
  anyOf?: readonly Shown[]
  oneOf?: readonly Shown[]
  $id?: string
  'x-id'?: 'any' | 'ulid' | 'uuid'
}

/** In answers every member is required and no others exist, as the pipeline serializes them. */
export type Direction = 'request' | 'answer'

const toSentence = (title: string) => title.charAt(0).toUpperCase() + title.slice(1)

const cleanEach = (schemas: Readonly<Record<string, Shown>>, direction: Direction) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, cleanSchema(schema, direction)]))

/** Removes internal keywords. A title is the text of a violation, so it becomes the description if there is none. */
export const cleanSchema = (schema: Shown, direction: Direction): Shown => {
  const { title, 'x-id': _id, $id: _name, ...rest } = schema
  const { description = title && toSentence(title), properties, patternProperties, items, additionalProperties } = rest
  const closed = direction === 'answer' && properties
  return {
    ...rest,
    ...(description && { description }),
    ...(items && { items: cleanSchema(items, direction) }),
    ...(patternProperties && { patternProperties: cleanEach(patternProperties, direction) }),
    ...(additionalProperties && typeof additionalProperties === 'object'
      ? { additionalProperties: cleanSchema(additionalProperties, direction) }
      : {}),
    ...(rest.anyOf && { anyOf: rest.anyOf.map((one) => cleanSchema(one, direction)) }),
    ...(rest.oneOf && { oneOf: rest.oneOf.map((one) => cleanSchema(one, direction)) }),
    ...(properties && { properties: cleanEach(properties, direction) }),
    ...(closed && { required: Object.keys(properties), additionalProperties: false }),
  }
}
