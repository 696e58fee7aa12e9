/** The part of a JSON schema that tells which members a value can have. */
export interface Shape {
  'x-id'?: string
  type?: string | readonly string[]
  pattern?: string
  properties?: Record<string, Shape>
  additionalProperties?: boolean | Shape
  patternProperties?: Record<string, Shape>
  items?: Shape
  anyOf?: readonly Shape[]
}

/** A place in a value, as names and indexes. */
export type Place = readonly string[]

/** Lists the objects in a value with the names that their schema has; undefined for objects that are open. */
export const listObjects = function* (
  value: unknown,
  shape: Shape,
  place: Place = [],
): Generator<{ place: Place; names: Set<string> | undefined }> {
  const shapes = [shape, ...(shape.anyOf ?? [])]
  if (Array.isArray(value)) {
    const items = shapes.find((each) => each.items)?.items
    if (value.length && items) yield* listObjects(value[0], items, [...place, '0'])
  } else if (value !== null && typeof value === 'object') {
    const closed = shapes.filter((each) => each.additionalProperties === false && !each.patternProperties)
    yield {
      place,
      names: closed.length ? new Set(closed.flatMap(({ properties = {} }) => Object.keys(properties))) : undefined,
    }
    for (const [name, member] of Object.entries(value)) {
      const inner = shapes
        .flatMap(({ properties, patternProperties = {} }) => [properties?.[name], ...Object.values(patternProperties)])
        .find((each) => each !== undefined)
      if (inner) yield* listObjects(member, inner, [...place, name])
    }
  }
}

/** Replaces what is at a place of a value. */
export const replaceAt = (value: unknown, [name, ...rest]: Place, change: (inner: unknown) => unknown): unknown => {
  if (name === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? replaceAt(item, rest, change) : item))
  const members = value as Record<string, unknown>
  return { ...members, [name]: replaceAt(members[name], rest, change) }
}

/** Returns the path of a member as violations name it. */
export const formatPath = (place: Place): string =>
  place.reduce((path, name) => (/^\d+$/.test(name) ? `${path}[${name}]` : path ? `${path}.${name}` : name), '')
