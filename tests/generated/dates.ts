import type { Shown } from '../../lib/platform/docs/openapi/schema.ts'
import { DESCRIPTION, type Operation } from './operations.ts'

/** Well-formed days and times at the edges of what can be written, and two that follow each other. */
const DATES = {
  date: {
    edges: ['0000-01-01', '0001-01-01', '1969-12-31', '9999-12-31'],
    following: ['2026-05-01', '2026-05-02'],
  },
  moment: {
    edges: [
      '0000-01-01T00:00:00Z',
      '1969-12-31T23:59:59Z',
      '1970-01-01T00:00:00+14:00',
      '9999-12-31T23:59:59.999999999Z',
    ],
    following: ['2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z'],
  },
} as const

/** Where an operation takes a date: the name of a query parameter, or the path of a member of its body. */
interface Place {
  kind: keyof typeof DATES
  path: readonly string[]
}

const resolve = ({ $ref, ...schema }: Shown): Shown =>
  $ref
    ? resolve(
        $ref
          .slice(2)
          .split('/')
          .reduce((at, name) => at[name], DESCRIPTION),
      )
    : schema

const findKind = ({ format, pattern = '' }: Shown): Place['kind'] | undefined => {
  if (format === 'date') return 'date'
  // What can be a day or a time has a pattern and no format.
  return format === 'date-time' || pattern.includes('\\d{4}-\\d{2}-\\d{2}') ? 'moment' : undefined
}

const listPlaces = (given: Shown, path: readonly string[]): Place[] => {
  const schema = resolve(given)
  const kind = findKind(schema)
  if (kind) return [{ kind, path }]
  const { anyOf = [], oneOf = [], properties = {}, items } = schema
  return [
    ...[...anyOf, ...oneOf].flatMap((each) => listPlaces(each, path)),
    ...Object.entries(properties).flatMap(([name, each]) => listPlaces(each, [...path, name])),
    ...(items ? listPlaces(items, [...path, '0']) : []),
  ]
}

export const listQueryDates = ({ described }: Operation): Place[] =>
  described.parameters.flatMap(({ name = '', in: where, schema = {} }) =>
    where === 'query' ? listPlaces(schema, [name]) : [],
  )

export const listBodyDates = ({ described }: Operation): Place[] => {
  const { schema = {} } = described.requestBody?.content['application/json'] ?? {}
  return listPlaces(schema, [])
}

export interface Placed {
  path: readonly string[]
  date: string
}

/** Lists what is sent at once: each edge at each place, and any two places with dates in either order. */
export const listPlaced = (places: readonly Place[]): Placed[][] => [
  ...places.flatMap(({ kind, path }) => DATES[kind].edges.map((date) => [{ path, date }])),
  ...places.flatMap((one) =>
    places
      .filter((other) => other !== one)
      .flatMap((other) =>
        (['edges', 'following'] as const).map((which) => [
          { path: one.path, date: DATES[one.kind][which].at(-1) as string },
          { path: other.path, date: DATES[other.kind][which][0] },
        ]),
      ),
  ),
]

/** Returns a copy of the body with a date at a path, whose objects and lists are added where they are missing. */
export const placeDate = (body: unknown, { path: [name, ...rest], date }: Placed): unknown => {
  if (name === undefined) return date
  const inner = { path: rest, date }
  if (name === '0') return [placeDate(Array.isArray(body) ? body[0] : undefined, inner)]
  const members = Object(body) as Record<string, unknown>
  return { ...members, [name]: placeDate(members[name], inner) }
}
