import type { Resource } from '../../../../schemas/resource.ts'
import type { EndpointSpec } from '../../http/endpoint-spec.ts'
import { COLLECTION_SCHEMA } from './common.ts'
import { type Collected, referToComponent, referToExample } from './components.ts'
import { extractEnums, referToEnums } from './enums.ts'
import { makeExample } from './example.ts'
import { makeExamplePath } from './parameters.ts'
import { cleanSchema, type Shown } from './schema.ts'

export const isResource = (returns: object): returns is Resource => 'fields' in returns

export const toTypeName = (operationId: string) => operationId.charAt(0).toUpperCase() + operationId.slice(1)

/** Returns the type of the resource that the operation answers with or lists. */
export const findResourceType = ({ returns, collection }: EndpointSpec): string | undefined =>
  collection?.of.type ?? (returns && isResource(returns) ? returns.type : undefined)

export const requestBody = (operationId: string, described: EndpointSpec, collected: Collected) => {
  const { route, body, bodyOptional, form, raw } = described
  if (raw) return { required: false, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  if (!body) return undefined
  const owner = `${toTypeName(operationId)}Input`
  const named = referToEnums(cleanSchema(body, 'request'), { owner, of: findResourceType(described) }, collected)
  const media = {
    schema: referToComponent(collected.schemas, owner, named),
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

/** Lists the names of the schemas that the operation may add, other than enums. */
export const listSchemaNames = (operationId: string, described: EndpointSpec): string[] => {
  const type = findResourceType(described)
  const returns = (described.returns ?? {}) as Shown
  const ids = [returns, ...(returns.anyOf ?? [])].flatMap(({ $id }) => $id ?? [])
  const own = toTypeName(operationId)
  return [`${own}Input`, `${own}Result`, ...(type ? [type, `${type}Collection`] : []), ...ids]
}

const EXAMPLE_ID = '01K9ZB4A7M2C5X8V1B6N3Q0W4E'

const describeResource = ({ type, schema, path }: Resource, collected: Collected) => {
  const example = makeExample(schema, type, 'answer') as Record<string, unknown>
  const named = extractEnums(cleanSchema(schema, 'answer'), type, collected)
  return {
    name: type,
    schema: referToComponent(collected.schemas, type, named),
    value: path ? { ...example, '@id': path(example, { channelId: EXAMPLE_ID }) } : example,
  }
}

const describeCollection = (
  route: string,
  { of, sizeName }: NonNullable<EndpointSpec['collection']>,
  collected: Collected,
) => {
  const member = describeResource(of, collected)
  const path = makeExamplePath(route)
  const { properties, ...rest } = COLLECTION_SCHEMA
  const schema = referToComponent(collected.schemas, `${of.type}Collection`, {
    ...rest,
    properties: { ...properties, member: { type: 'array', items: member.schema } },
  })
  const value = {
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
    member: [member.value],
  }
  return { name: `${of.type}Collection`, schema, value }
}

/** Makes a component of the schema. Each of several forms is one of its own: some generators cannot read them in place. */
const referToAnswer = (schema: Shown, name: string, collected: Collected): { $ref: string } => {
  const forms = schema.anyOf?.map((form) => form.$id && referToAnswer(form, form.$id, collected))
  const shown = forms?.every(Boolean) ? { anyOf: forms } : extractEnums(cleanSchema(schema, 'answer'), name, collected)
  return referToComponent(collected.schemas, name, shown)
}

const describePlain = (operationId: string, returns: Shown, collected: Collected) => {
  const name = returns.$id ?? `${toTypeName(operationId)}Result`
  return {
    name,
    schema: referToAnswer(returns, name, collected),
    value: makeExample(returns, '', 'answer'),
  }
}

/** Describes the JSON of an answer 202 beside another content. */
export const describeLater = (operationId: string, later: Resource, collected: Collected) => {
  const { name, schema, value } = describeResource(later, collected)
  const otherName = `${toTypeName(operationId)}Later`
  return { 'application/json': { schema, ...referToExample(collected.examples, { name, otherName, value }) } }
}

export const describeContent = (operationId: string, described: EndpointSpec, collected: Collected) => {
  const { route, returns, collection, produces, alsoProduces = [] } = described
  if (produces) {
    const types = [produces, ...alsoProduces].map((each) => each.split(';')[0] as string)
    const describeMedia = (type: string) => ({ schema: { type: type.endsWith('json') ? 'object' : 'string' } })
    return Object.fromEntries(types.map((type) => [type, describeMedia(type)]))
  }
  const answer = collection
    ? describeCollection(route, collection, collected)
    : returns &&
      (isResource(returns) ? describeResource(returns, collected) : describePlain(operationId, returns, collected))
  if (!answer) return undefined
  const { name, schema, value } = answer
  const otherName = `${toTypeName(operationId)}Answer`
  return { 'application/json': { schema, ...referToExample(collected.examples, { name, otherName, value }) } }
}
