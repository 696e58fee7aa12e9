import { OPERATIONS } from '../generated/operations.ts'

interface Schema {
  type?: string | string[]
  format?: string
  writeOnly?: boolean
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  patternProperties?: Record<string, Schema>
}

/** A text that a request of an operation may contain. */
export interface Field {
  /** `operation.field`, whatever lies between. */
  name: string
  field: string
  schema: Schema
}

const MAX_DEPTH = 8

const walk = function* (operation: string, field: string, schema: Schema, depth = 0): Generator<Field> {
  if (depth > MAX_DEPTH) return
  if ([schema.type].flat().includes('string')) yield { name: `${operation}.${field}`, field, schema }
  for (const [name, inner] of Object.entries(schema.properties ?? {})) yield* walk(operation, name, inner, depth + 1)
  for (const inner of [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => each ?? []))
    yield* walk(operation, field, inner, depth + 1)
  if (schema.items) yield* walk(operation, field, schema.items, depth + 1)
  for (const inner of Object.values(schema.patternProperties ?? {})) yield* walk(operation, field, inner, depth + 1)
}

/** Lists every text that requests may contain, in bodies, queries and paths. */
export const listFields = (): Field[] =>
  OPERATIONS.flatMap(({ operation, path, endpoint }) => [
    ...walk(operation, 'body', ((endpoint as { body?: unknown }).body ?? {}) as Schema),
    ...Object.entries(endpoint.query ?? {}).flatMap(([name, schema]) => [
      ...walk(operation, name, schema as unknown as Schema),
    ]),
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name: `${operation}.${name}`,
      field: name,
      schema: {},
    })),
  ])
