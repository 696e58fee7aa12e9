import type { Made } from '../generated/fixtures.ts'
import type { Operation } from '../generated/operations.ts'
import type { Shape } from './shapes.ts'

/** A place in a query or a body that names a resource by its id. */
export interface Position {
  part: 'query' | 'body'
  /** Such as `lines[].variantId`. */
  path: string
  /** Name of the member that has the id. */
  name: string
}

/** Members that name a resource by its URI. */
const URIS: Readonly<Record<string, readonly string[]>> = {
  probeAbilities: ['subject'],
  publishEvent: ['subject'],
  setSourcingPrincipal: ['principal'],
  listConflicts: ['target'],
  listDocuments: ['subject'],
  watchTopic: ['subject'],
  unwatchTopic: ['subject'],
  getTopicWatch: ['subject'],
  addSettlementLineItem: ['subject'],
  createCharge: ['subject'],
  updateCharge: ['subject'],
}

const listIds = function* (shape: Shape, path: string, name: string): Generator<{ path: string; name: string }> {
  if (shape['x-id']) yield { path, name }
  for (const [member, inner] of Object.entries(shape.properties ?? {}))
    yield* listIds(inner, path ? `${path}.${member}` : member, member)
  if (shape.items) yield* listIds(shape.items, `${path}[]`, name)
  for (const option of shape.anyOf ?? []) yield* listIds(option, path, name)
}

/** Lists the positions of an operation whose value is an id or the URI of a resource. */
export const listPositions = ({ operation, endpoint }: Operation): Position[] => {
  const { body = {}, query = {} } = endpoint as { body?: Shape; query?: Record<string, Shape> }
  const uris = URIS[operation] ?? []
  const found = [
    ...[...listIds(body, '', '')].map((each) => ({ part: 'body' as const, ...each })),
    ...Object.entries(query).flatMap(([name, shape]) =>
      [...listIds(shape, name, name)].map((each) => ({ part: 'query' as const, ...each })),
    ),
    ...uris.map((name) => ({ part: name in query ? ('query' as const) : ('body' as const), path: name, name })),
  ]
  return found.filter(
    ({ part, path }, place) => found.findIndex((each) => each.part === part && each.path === path) === place,
  )
}

type Members = Record<string, unknown>

/** Sets the member at a path of names and indexes; what is missing on the way is taken from the example. */
const setIn = (value: unknown, [name, ...rest]: readonly string[], id: string, example: unknown): unknown => {
  if (name === undefined) return id
  const found = value ?? example
  if (name === '0') {
    const [first, ...others] = (found ?? []) as unknown[]
    return [setIn(first, rest, id, (example as unknown[] | undefined)?.[0]), ...others]
  }
  const members = (found ?? {}) as Members
  return { ...members, [name]: setIn(members[name], rest, id, (example as Members | undefined)?.[name]) }
}

const isIn = (value: unknown, [name, ...rest]: readonly string[]): boolean => {
  if (name === undefined) return typeof value === 'string'
  return isIn((value as Members | undefined | null)?.[name], rest)
}

const split = (path: string) => path.replaceAll('[]', '.0').split('.')

/** Returns the request with an id at the position. */
export const putId = ({ described }: Operation, made: Made, { part, path }: Position, id: string): Made => {
  if (part === 'query') {
    const query = new URLSearchParams(made.query ?? '')
    query.set(path, id)
    return { ...made, query: query.toString() }
  }
  const names = split(path)
  const base = !isIn(made.body, names) && isIn(made.other, names) ? made.other : made.body
  const example = described.requestBody?.content['application/json']?.example
  return { ...made, body: setIn(base, names, id, example) }
}
