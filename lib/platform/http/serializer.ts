import type { TSchema } from 'typebox'
import { asUuid, type Id, parseId } from '../id.ts'

type Shape = (value: unknown) => unknown

interface Plain {
  type?: string | string[]
  properties?: Record<string, Plain>
  items?: Plain
  const?: unknown
  'x-id'?: 'any' | 'ulid' | 'uuid'
}

const is = (schema: Plain, type: string) =>
  schema.type === type || (Array.isArray(schema.type) && schema.type[0] === type)

const made = new WeakMap<object, Shape>()

/**
 * What a schema makes of a stored value: the members that it names and no others, each present, ids in the spelling it
 * asks for. So nothing gets onto the wire that the description does not know.
 */
export const shapeOf = (schema: TSchema): Shape => {
  const known = made.get(schema)
  if (known) return known
  const shape = build(schema as Plain)
  made.set(schema, shape)
  return shape
}

type Filler = (shown: Record<string, unknown>, value: unknown) => Record<string, unknown>

const fillers = new WeakMap<object, Filler>()

/** Adds an object's members to what is to be shown of it. */
export const fillerOf = (schema: TSchema): Filler => {
  const known = fillers.get(schema)
  if (known) return known
  const members = Object.entries((schema as Plain).properties ?? {}).map(
    ([name, member]) => [name, build(member)] as const,
  )
  const filler: Filler = (shown, value) => {
    for (const [name, shape] of members) shown[name] = shape((value as Record<string, unknown>)[name])
    return shown
  }
  fillers.set(schema, filler)
  return filler
}

const build = (schema: Plain): Shape => {
  if (schema.const !== undefined) return () => schema.const
  if (schema['x-id'] === 'uuid') return (value) => (value == null ? null : asUuid(value as Id))
  if (is(schema, 'array') && schema.items) {
    const shape = build(schema.items)
    return (value) => (value == null ? (Array.isArray(schema.type) ? null : []) : (value as unknown[]).map(shape))
  }
  if (is(schema, 'object') && schema.properties) {
    const fill = fillerOf(schema)
    return (value) => (value == null ? null : fill({}, value))
  }
  return (value) => value ?? null
}

const readers = new WeakMap<object, Shape | null>()

/** Brings the ids in a request to their one spelling; null where the schema has none. */
export const idReaderOf = (schema: TSchema): Shape | null => {
  const known = readers.get(schema)
  if (known !== undefined) return known
  const reader = readIds(schema as Plain)
  readers.set(schema, reader)
  return reader
}

const readIds = (schema: Plain): Shape | null => {
  if (schema['x-id']) return (value) => (typeof value === 'string' ? parseId(value) : value)
  if (schema.items) {
    const reader = readIds(schema.items)
    return reader && ((value) => (Array.isArray(value) ? value.map(reader) : value))
  }
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const reader = readIds(member)
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
