import type { EndpointSpec } from '../../http/endpoint-spec.ts'
import { querySchema } from '../../http/request/parse-input.ts'
import { acceptsIfMatch } from './describe-problems.ts'
import { EXAMPLE_ULID } from './example.ts'
import { cleanSchema, type Shown } from './schema.ts'

/** Braces without the sign for the rest of the path, which the description has no word for. */
export const describePath = (route: string) => (route.split(' ')[1] as string).replaceAll('+}', '}')

/** The path as a request could have it. */
export const makeExamplePath = (route: string) =>
  describePath(route).replaceAll(/\{(\w+)\}/g, (_, name: string) => (/^(id|\w+Id)$/.test(name) ? EXAMPLE_ULID : name))

const describePathParameters = (route: string) =>
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

const queryParameters = (described: EndpointSpec) => {
  const { properties, required } = querySchema(described)
  return Object.entries(properties as Record<string, Shown>).map(([name, schema]) => {
    const { description, ...shown } = cleanSchema(schema, 'request')
    return {
      name,
      in: 'query',
      required: (required as string[]).includes(name),
      ...(description && { description }),
      schema: shown,
    }
  })
}

const describeHeaderParameters = (described: EndpointSpec) =>
  [...(described.idempotent ? ['IdempotencyKey'] : []), ...(acceptsIfMatch(described) ? ['IfMatch'] : [])].map(
    (name) => ({
      $ref: `#/components/parameters/${name}`,
    }),
  )

export const describeParameters = (described: EndpointSpec) => [
  ...describePathParameters(described.route),
  ...queryParameters(described),
  ...describeHeaderParameters(described),
]
