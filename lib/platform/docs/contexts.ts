import { loadDescription } from './description.ts'
import type { File } from './file.ts'
import { COLLECTION_SCHEMA } from './openapi/common.ts'
import type { Shown } from './openapi/schema.ts'

const XSD = 'http://www.w3.org/2001/XMLSchema#'
const HYDRA = 'http://www.w3.org/ns/hydra/core#'
const TYPES: Record<string, string> = {
  'date-time': 'xsd:dateTime',
  date: 'xsd:date',
  uri: '@id',
  'uri-reference': '@id',
}

const buildTerm = (id: string, { format }: Shown) => {
  const type = format && TYPES[format]
  return type ? { '@id': id, '@type': type } : id
}

const buildFields = (type: string, properties: Readonly<Record<string, Shown>>) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !name.startsWith('@'))
      .map(([name, schema]) => [name, buildTerm(`${type}/${name}`, schema)]),
  )

const buildIriTerm = (name: string) => ({ '@id': `hydra:${name}`, '@type': '@id' })

const COLLECTION = {
  hydra: HYDRA,
  Collection: 'hydra:Collection',
  PartialCollectionView: 'hydra:PartialCollectionView',
  IriTemplate: 'hydra:IriTemplate',
  IriTemplateMapping: 'hydra:IriTemplateMapping',
  ...Object.fromEntries(
    ['totalItems', 'member', 'view', 'search', 'template', 'variableRepresentation', 'mapping', 'variable'].map(
      (name) => [name, `hydra:${name}`],
    ),
  ),
  ...Object.fromEntries(['first', 'last', 'previous', 'next'].map((name) => [name, buildIriTerm(name)])),
  property: 'hydra:property',
  required: 'hydra:required',
}

const contexts = new Map<string, File>()

/** Returns the JSON-LD context of a resource type or of collections; undefined for unknown types. */
export const findContext = async (type: string, apiUrl: string): Promise<File | undefined> => {
  const address = `${apiUrl} ${type}`
  const known = contexts.get(address)
  if (known) return known
  const { schemas } = (await loadDescription()).components
  const schema = (Object.hasOwn(schemas, type) ? schemas[type] : undefined) as Shown | undefined
  const properties = type === 'Collection' ? COLLECTION_SCHEMA.properties : schema?.properties
  if (!properties?.['@context']) return undefined
  const terms = type === 'Collection' ? COLLECTION : buildFields(type, properties)
  const context = { '@version': 1.1, '@vocab': `${apiUrl}/api/docs#`, xsd: XSD, ...terms }
  const file = {
    type: 'application/ld+json',
    content: JSON.stringify({ '@context': context }),
    cacheSeconds: 3600,
  }
  contexts.set(address, file)
  return file
}
