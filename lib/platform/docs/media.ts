import type { TSchema } from 'typebox'
import type { Described } from '../http/endpoint.ts'
import type { Resource } from '../http/resource.ts'
import { type Components, component } from './components.ts'
import { exampleOf } from './example.ts'
import { examplePath } from './parameters.ts'
import { cleaned, type Shown } from './schema.ts'

export const isResource = (returns: object): returns is Resource => 'fields' in returns

export const requestBody = (
  operationId: string,
  { route, body, bodyOptional, form, raw }: Described,
  { schemas }: Components,
) => {
  if (raw) return { required: false, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  if (!body) return undefined
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Input`
  const media = {
    schema: component(schemas, name, cleaned(body as Shown, 'request')),
    example: exampleOf(body as Shown),
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

const resourceMedia = ({ type, schema, path }: Resource, schemas: Components['schemas']) => {
  const example = exampleOf(schema as Shown, type, 'answer') as Record<string, unknown>
  return {
    schema: component(schemas, type, cleaned(schema as Shown, 'answer')),
    example: path ? { ...example, '@id': path(example, { channelId: EXAMPLE_ID }) } : example,
  }
}

const collectionMedia = ({ route, collection }: Described, schemas: Components['schemas']) => {
  const { of, sizeName } = collection as NonNullable<Described['collection']>
  const member = resourceMedia(of, schemas)
  const path = examplePath(route)
  const schema = component(schemas, `${of.type}Collection`, {
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

const plainMedia = (returns: TSchema, schemas: Components['schemas']) => {
  const { $id } = returns as { $id?: string }
  const shown = cleaned(returns as Shown, 'answer')
  return { schema: $id ? component(schemas, $id, shown) : shown, example: exampleOf(returns as Shown, '', 'answer') }
}

export const contentOf = (described: Described, { schemas }: Components) => {
  const { returns, collection, produces } = described
  if (produces) {
    const [type = ''] = produces.split(';')
    return { [type]: { schema: type.endsWith('json') ? { type: 'object' } : { type: 'string' } } }
  }
  if (collection) return { 'application/json': collectionMedia(described, schemas) }
  if (!returns) return undefined
  return {
    'application/json': isResource(returns) ? resourceMedia(returns, schemas) : plainMedia(returns, schemas),
  }
}
