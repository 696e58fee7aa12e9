import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import {
  buildClientSchema,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  type IntrospectionQuery,
  isCompositeType,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'

/** Version of the Admin API that the stand-in speaks. */
export const SHOPIFY_VERSION = '2026-10'
const require = createRequire(import.meta.url)
const FILE = join(
  dirname(require.resolve('@shopify/ai-toolkit/package.json')),
  `skills/shopify-admin/assets/admin_${SHOPIFY_VERSION}.json.br`,
)

interface TypeRef {
  name: string | null
  ofType?: TypeRef | null | undefined
}
interface Member {
  name: string
  type: TypeRef
  args?: Member[]
}
interface Described {
  kind: string
  name: string
  fields: Member[] | null
  inputFields: Member[] | null
  interfaces: TypeRef[] | null
  possibleTypes: TypeRef[] | null
}
interface Published {
  data: { __schema: { types: Described[]; queryType: TypeRef; mutationType: TypeRef } & Record<string, unknown> }
  offline_scopes: { items: { typeName: string; fieldName?: string; offlineScopes: string[] }[] }
}

let published: { schema: Published['data']['__schema']; types: Map<string, Described>; scopes: Map<string, string[]> }
const readPublished = () => {
  if (published) return published
  const { data, offline_scopes } = JSON.parse(String(brotliDecompressSync(readFileSync(FILE)))) as Published
  const { __schema: schema } = data
  published = {
    schema,
    types: new Map(schema.types.map((type) => [type.name, type])),
    scopes: new Map(
      offline_scopes.items.map(({ typeName, fieldName, offlineScopes }) => [
        fieldName ? `${typeName}.${fieldName}` : typeName,
        offlineScopes,
      ]),
    ),
  }
  return published
}

/** Types of which the connector writes records without naming them in a fragment. */
const UNNAMED = ['Order']

const nameOf = ({ name, ofType }: TypeRef): string => name ?? (ofType ? nameOf(ofType) : '')

/**
 * Builds the part of the published schema whose names a document contains, because all of it takes seconds. A name that
 * the schema does not have at its place is missing here, too.
 */
const buildSchema = (document: string): GraphQLSchema => {
  const { schema, types } = readPublished()
  const words = new Set([...(document.match(/\w+/g) ?? []), ...UNNAMED])
  const kept = new Map<string, Described>()
  const keep = (ref: TypeRef): void => {
    const type = types.get(nameOf(ref))
    if (!type || kept.has(type.name)) return
    const named = type.fields?.filter((field) => words.has(field.name)) ?? []
    // An object without fields is none.
    const fields = type.fields && (named.length ? named : type.fields.slice(0, 1))
    const possibleTypes = type.possibleTypes?.filter((each) => words.has(nameOf(each))) ?? null
    kept.set(type.name, { ...type, fields, possibleTypes })
    for (const { type: of, args = [] } of [...(fields ?? []), ...(type.inputFields ?? [])])
      for (const each of [of, ...args.map((arg) => arg.type)]) keep(each)
    for (const each of possibleTypes ?? []) keep(each)
  }
  for (const type of types.values()) if (type.kind === 'SCALAR') keep(type)
  keep(schema.queryType)
  keep(schema.mutationType)
  const part = [...kept.values()].map((type) => ({
    ...type,
    interfaces: type.interfaces?.filter((each) => kept.has(nameOf(each))) ?? null,
  }))
  // What an interface demands may be missing, because nobody asked for it.
  const introspection = { __schema: { ...schema, types: part } } as unknown as IntrospectionQuery
  return buildClientSchema(introspection, { assumeValid: true })
}

export interface CheckedDocument {
  document: DocumentNode
  schema: GraphQLSchema
  /** What the published schema does not allow of it. */
  errors: readonly GraphQLError[]
  /** Scopes of which the app needs one each, with what needs them. */
  scopes: { of: string; any: string[] }[]
}

/** Returns the scopes that the types and fields of a document need. */
const listScopes = (document: DocumentNode, schema: GraphQLSchema): CheckedDocument['scopes'] => {
  const { scopes } = readPublished()
  const info = new TypeInfo(schema)
  const needed = new Map<string, string[]>()
  const need = (of: string) => {
    const any = scopes.get(of) ?? []
    if (any.length) needed.set(of, any)
  }
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: ({ name }) => {
        need(`${info.getParentType()?.name}.${name.value}`)
        const type = getNamedType(info.getType() ?? undefined)
        if (isCompositeType(type)) need(type.name)
      },
      InlineFragment: ({ typeCondition }) => need(String(typeCondition?.name.value)),
    }),
  )
  return [...needed].map(([of, any]) => ({ of, any }))
}

const checked = new Map<string, CheckedDocument>()

/** Checks a document of the connector against the schema that Shopify publishes. */
export const checkDocument = (text: string): CheckedDocument => {
  const known = checked.get(text)
  if (known) return known
  const schema = buildSchema(text)
  const made = ((): CheckedDocument => {
    try {
      const document = parse(text)
      const errors = validate(schema, document)
      return { document, schema, errors, scopes: errors.length ? [] : listScopes(document, schema) }
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error
      return { document: { kind: 'Document' } as DocumentNode, schema, errors: [error], scopes: [] }
    }
  })()
  checked.set(text, made)
  return made
}
