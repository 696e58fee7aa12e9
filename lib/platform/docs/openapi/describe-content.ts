import type { Resource } from '../../../../schemas/resource.ts'
import type { EndpointSpec } from '../../http/endpoint-spec.ts'
import { type Components, referToComponent } from './components.ts'
import { makeExample } from './example.ts'
import { makeExamplePath } from './parameters.ts'
import { cleanSchema, type Shown } from './schema.ts'

export const isResource = (returns: object): returns is Resource => 'fields' in returns

export const requestBody = (
  operationId: string,
  { route, body, bodyOptional, form, raw }: EndpointSpec,
  { schemas }: Components,
) => {
  if (raw) return { required: false, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  if (!body) return undefined
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Input`
  const media = {
    schema: referToComponent(schemas, name, cleanSchema(body, 'request')),
    example: makeExample(body),
  }
  return {
    required: !bodyOptional,
    content: {
      [form ? 'application/x-www-form-urlencoded' : 'application/json']: media,
      ...(route.startsWith('PATCH ') && { 'application/merge-patch+json': media }),
    },
  }
}

const EXAMPLE_ID = '01K9ZB4A7M2C5X8V1B6N3Q0W4E'

const describeResource = ({ type, schema, path }: Resource, schemas: Components['schemas']) => {
  const example = makeExample(schema, type, 'answer') as Record<string, unknown>
  return {
    schema: referToComponent(schemas, type, cleanSchema(schema, 'answer')),
    example: path ? { ...example, '@id': path(example, { channelId: EXAMPLE_ID }) } : example,
  }
}

const describeCollection = (
  route: string,
  { of, sizeName }: NonNullable<EndpointSpec['collection']>,
  schemas: Components['schemas'],
) => {
  const member = describeResource(of, schemas)
  const path = makeExamplePath(route)
  const schema = referToComponent(schemas, `${of.type}Collection`, {
    allOf: [
      { $ref: '#/components/schemas/Collection' },
      { type: 'object', properties: { member: { type: 'array', items: member.schema } }, required: ['member'] },
    ],
    unevaluatedProperties: false,
  })
  const example = {
    '@context': '/api/docs/contexts/Collection',
    '@id': path,
    '@type': 'Collection',
    totalItems: 1,
    search: {
      '@type': 'IriTemplate',
      template: `${path}{?page,${sizeName}}`,
      variableRepresentation: 'BasicRepresentation',
      mapping: ['page', sizeName].map((variable) => ({
        '@type': 'IriTemplateMapping',
        variable,
        property: variable,
        required: false,
      })),
    },
    view: {
      '@id': `${path}?page=1`,
      '@type': 'PartialCollectionView',
      first: `${path}?page=1`,
      last: `${path}?page=1`,
    },
    member: [member.example],
  }
  return { schema, example }
}

const describePlain = (returns: Shown, schemas: Components['schemas']) => {
  const { $id } = returns
  const shown = cleanSchema(returns, 'answer')
  return {
    schema: $id ? referToComponent(schemas, $id, shown) : shown,
    example: makeExample(returns, '', 'answer'),
  }
}

export const describeContent = (described: EndpointSpec, { schemas }: Components) => {
  const { route, returns, collection, produces } = described
  if (produces) {
    const [type = ''] = produces.split(';')
    return { [type]: { schema: type.endsWith('json') ? { type: 'object' } : { type: 'string' } } }
  }
  if (collection) return { 'application/json': describeCollection(route, collection, schemas) }
  if (!returns) return undefined
  return {
    'application/json': isResource(returns) ? describeResource(returns, schemas) : describePlain(returns, schemas),
  }
}
