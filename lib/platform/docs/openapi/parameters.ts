import type { EndpointSpec } from '../../http/endpoint-spec.ts'
import { querySchema } from '../../http/request/validate-input.ts'
import type { Collected } from './components.ts'
import { acceptsIfMatch } from './describe-problems.ts'
import { type EnumOwners, referToEnums } from './enums.ts'
import { EXAMPLE_ULID } from './example.ts'
import { cleanSchema, type Shown } from './schema.ts'

/** The path without `+`, the sign for the rest of a path, which OpenAPI does not know. */
export const describePath = (route: string) => {
  const [, path = ''] = route.split(' ')
  return path.replaceAll('+}', '}')
}

/** An example of the path in a request. */
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
      ...(isId && { description: 'An id (a ULID or a UUID)', example: EXAMPLE_ULID }),
      ...(greedy && { description: 'The rest of the path, including slashes' }),
    }
  })

const queryParameters = (described: EndpointSpec, names: EnumOwners, collected: Collected) => {
  const { properties, required } = querySchema(described)
  return Object.entries<Shown>(properties).map(([name, schema]) => {
    const { description, ...shown } = cleanSchema(schema, 'request')
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description && { description }),
      schema: referToEnums(shown, { ...names, at: [name] }, collected),
    }
  })
}

const describeHeaderParameters = (described: EndpointSpec) =>
  [...(described.idempotent ? ['IdempotencyKey'] : []), ...(acceptsIfMatch(described) ? ['IfMatch'] : [])].map(
    (name) => ({
      $ref: `#/components/parameters/${name}`,
    }),
  )

export const describeParameters = (described: EndpointSpec, names: EnumOwners, collected: Collected) => [
  ...describePathParameters(described.route),
  ...queryParameters(described, names, collected),
  ...describeHeaderParameters(described),
]
