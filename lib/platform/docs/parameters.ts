import type { Described } from '../http/endpoint.ts'
import { querySchema } from '../http/parse-input.ts'
import { EXAMPLE_ULID } from './example.ts'
import { takesIfMatch } from './problem-responses.ts'
import { cleaned, type Shown } from './schema.ts'

/** Braces without the sign for the rest of the path, which the description has no word for. */
export const pathOf = (route: string) => (route.split(' ')[1] as string).replaceAll('+}', '}')

/** The path as a request could have it. */
export const examplePath = (route: string) =>
  pathOf(route).replaceAll(/\{(\w+)\}/g, (_, name: string) => (/^(id|\w+Id)$/.test(name) ? EXAMPLE_ULID : name))

const pathParameters = (route: string) =>
  [...route.matchAll(/\{(\w+)(\+?)\}/g)].map(([, name = '', greedy]) => {
    const isId = /^(id|\w+Id)$/.test(name) && !greedy
    return {
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      ...(isId && { description: 'An id, as a ULID or a UUID', example: EXAMPLE_ULID }),
      ...(greedy && { description: 'The rest of the path, slashes included' }),
    }
  })

const queryParameters = (described: Described) => {
  const { properties, required } = querySchema(described)
  return Object.entries(properties as Record<string, Shown>).map(([name, schema]) => {
    const { description, ...shown } = cleaned(schema, 'request')
    return {
      name,
      in: 'query',
      required: (required as string[]).includes(name),
      ...(description && { description }),
      schema: shown,
    }
  })
}

const headerParameters = (described: Described) =>
  [...(described.idempotent ? ['IdempotencyKey'] : []), ...(takesIfMatch(described) ? ['IfMatch'] : [])].map(
    (name) => ({
      $ref: `#/components/parameters/${name}`,
    }),
  )

export const parametersOf = (described: Described) => [
  ...pathParameters(described.route),
  ...queryParameters(described),
  ...headerParameters(described),
]
