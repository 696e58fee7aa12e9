import type { TSchema } from 'typebox'
import { type Id, parseId, toUuid } from '../../id.ts'

type Serializer = (value: unknown) => unknown

interface Plain {
  type?: string | string[]
  properties?: Record<string, Plain>
  items?: Plain
  anyOf?: readonly Plain[]
  required?: readonly string[]
  const?: unknown
  'x-id'?: 'any' | 'ulid' | 'uuid'
}

const is = (schema: Plain, type: string) =>
  schema.type === type || (Array.isArray(schema.type) && schema.type[0] === type)

const made = new WeakMap<object, Serializer>()

/**
 * Returns a function that shapes a stored value by a schema: exactly the members that the schema names, with ids in the
 * spelling that it requires. No other member can reach an answer.
 */
export const getSerializer = (schema: TSchema): Serializer => {
  const known = made.get(schema)
  if (known) return known
  const shape = buildSerializer(schema)
  made.set(schema, shape)
  return shape
}

type FieldWriter = (shown: Record<string, unknown>, value: unknown) => Record<string, unknown>

const fillers = new WeakMap<object, FieldWriter>()

/** Returns a function that copies the members of the schema from one object to another. */
export const getFieldWriter = (schema: TSchema): FieldWriter => {
  const known = fillers.get(schema)
  if (known) return known
  const { properties = {} }: Plain = schema
  const members = Object.entries(properties).map(([name, member]) => [name, buildSerializer(member)] as const)
  const writeFields: FieldWriter = (shown, value) => {
    for (const [name, shape] of members) shown[name] = shape((value as Record<string, unknown>)[name])
    return shown
  }
  fillers.set(schema, writeFields)
  return writeFields
}

/** Shapes a value by the first schema whose required members it has. */
const buildChoice = (options: readonly Plain[]): Serializer => {
  const shapes = options.map((option) => ({ required: option.required ?? [], shape: buildSerializer(option) }))
  return (value) => {
    const fitting = shapes.find(({ required }) => required.every((name) => name in Object(value)))
    return (fitting ?? shapes[0])?.shape(value)
  }
}

const buildSerializer = (schema: Plain): Serializer => {
  if (schema.anyOf) return buildChoice(schema.anyOf)
  if (schema.const !== undefined) return () => schema.const
  if (schema['x-id'] === 'uuid') return (value) => (value == null ? null : toUuid(value as Id))
  if (is(schema, 'array') && schema.items) {
    const shape = buildSerializer(schema.items)
    return (value) => (value == null ? (Array.isArray(schema.type) ? null : []) : (value as unknown[]).map(shape))
  }
  if (is(schema, 'object') && schema.properties) {
    const fill = getFieldWriter(schema)
    return (value) => (value == null ? null : fill({}, value))
  }
  return (value) => value ?? null
}

const readers = new WeakMap<object, Serializer | null>()

/** Returns a function that converts the ids in a request to their canonical spelling; null if the schema has no ids. */
export const getIdReader = (schema: TSchema): Serializer | null => {
  const known = readers.get(schema)
  if (known !== undefined) return known
  const reader = buildIdReader(schema)
  readers.set(schema, reader)
  return reader
}

const buildIdReader = (schema: Plain): Serializer | null => {
  if (schema['x-id']) return (value) => (typeof value === 'string' ? parseId(value) : value)
  if (schema.items) {
    const reader = buildIdReader(schema.items)
    return reader && ((value) => (Array.isArray(value) ? value.map(reader) : value))
  }
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const reader = buildIdReader(member)
    return reader ? [[name, reader] as const] : []
  })
  if (!members.length) return null
  return (value) => {
    if (value == null || typeof value !== 'object') return value
    const read = { ...(value as Record<string, unknown>) }
    for (const [name, reader] of members) if (name in read) read[name] = reader(read[name])
    return read
  }
}
