import type { Place } from '../crossing/shapes.ts'
import { DESCRIPTION, type Operation } from './operations.ts'

/** The part of a JSON schema that tells which values there can be. */
interface Schema {
  $ref?: string
  type?: string | readonly string[]
  format?: string
  pattern?: string
  enum?: readonly unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: readonly Schema[]
}

/** A value of an input that is neither an object nor a list. */
export interface Leaf {
  operation: Operation
  in: 'body' | 'query'
  place: Place
  schema: Schema
}

const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : resolve(
        schema.$ref
          .slice(2)
          .split('/')
          .reduce((at: Record<string, never>, name) => at[name] as never, DESCRIPTION),
      )

/** Conditions contain conditions; their values do not change with the depth. */
const MAX_DEPTH = 8

const listLeavesOf = (given: Schema, place: Place = []): { place: Place; schema: Schema }[] => {
  if (place.length > MAX_DEPTH) return []
  const schema = resolve(given)
  const { properties, items, anyOf } = schema
  if (!properties && !items && !anyOf) return [{ place, schema }]
  return [
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) => listLeavesOf(inner, [...place, name])),
    ...(items ? listLeavesOf(items, [...place, '0']) : []),
    ...(anyOf ?? []).flatMap((each) => listLeavesOf(each, place)),
  ]
}

/** Lists the values that an operation takes. */
export const listLeaves = (operation: Operation): Leaf[] => {
  const { requestBody, parameters } = operation.described
  const body = requestBody?.content['application/json']?.schema as Schema | undefined
  return [
    ...(body ? listLeavesOf(body).map((leaf) => ({ operation, in: 'body' as const, ...leaf })) : []),
    ...parameters.flatMap(({ name = '', in: where, schema }) =>
      where === 'query' && schema
        ? listLeavesOf(schema as Schema, [name]).map((leaf) => ({ operation, in: 'query' as const, ...leaf }))
        : [],
    ),
  ]
}

/** Builds a body that has only this value. */
export const buildBody = ([name, ...rest]: Place, value: unknown): unknown => {
  if (name === undefined) return value
  const inner = buildBody(rest, value)
  return name === '0' ? [inner] : { [name]: inner }
}
