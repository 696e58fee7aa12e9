import { type Collected, referToComponent } from './components.ts'
import type { Shown } from './schema.ts'

const toSingular = (word: string) => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
const toPascalCase = (word: string) =>
  word
    .split(/[^A-Za-z\d]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

const listValues = ({ enum: values = [] }: Shown) => values.filter((value) => value !== null)

const isEnum = (schema: Shown) =>
  listValues(schema).length > 1 && listValues(schema).every((value) => typeof value === 'string')

const buildKey = (member: string, schema: Shown) => `${member} ${JSON.stringify(listValues(schema))}`

/** Replaces an enum by a reference to it. What is said of the member stays beside the reference. */
const replaceEnum = (
  { type, enum: values = [], 'x-enum-varnames': names, ...said }: Shown,
  reference: object,
): Shown => (values.includes(null) ? { ...said, anyOf: [reference, { type: 'null' }] } : { ...said, ...reference })

const describeEnum = (found: Shown): Shown => {
  const { 'x-enum-varnames': names } = found
  return { type: 'string', enum: listValues(found), ...(names && { 'x-enum-varnames': names }) }
}

type Replace = (schema: Shown, path: readonly string[]) => Shown

const replaceEach = (
  schemas: Readonly<Record<string, Shown>>,
  replace: Replace,
  findPath: (name: string) => readonly string[],
) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, member]) => [name, replaceAll(member, findPath(name), replace)]),
  )

const replaceAll = (schema: Shown, path: readonly string[], replace: Replace): Shown => {
  if (isEnum(schema)) return replace(schema, path)
  const { properties, patternProperties, additionalProperties, items, anyOf, oneOf } = schema
  return {
    ...schema,
    ...(items && { items: replaceAll(items, [...path.slice(0, -1), toSingular(path.at(-1) ?? 'Item')], replace) }),
    ...(properties && { properties: replaceEach(properties, replace, (name) => [...path, name]) }),
    ...(patternProperties && {
      patternProperties: replaceEach(patternProperties, replace, () => [...path, 'value']),
    }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: replaceAll(additionalProperties, [...path, 'value'], replace),
    }),
    ...(anyOf && { anyOf: anyOf.map((one) => replaceAll(one, path, replace)) }),
    ...(oneOf && { oneOf: oneOf.map((one) => replaceAll(one, path, replace)) }),
  }
}

const nameEnum = (owner: string, path: readonly string[], { reserved }: Collected) => {
  const name = owner + path.map(toPascalCase).join('')
  return reserved.has(name) ? `${name}Value` : name
}

/** The request that an enum is named after, and the resource of its operation. */
export interface EnumOwners {
  owner: string
  of: string | undefined
}

/** Moves the enums of an answer to components, named after the resource and the member: `InvoiceStatus`. */
export const extractEnums = (schema: Shown, owner: string, collected: Collected): Shown =>
  replaceAll(schema, [], (found, path) => {
    const { schemas, enums } = collected
    const name = nameEnum(owner, path, collected)
    const key = buildKey(path.at(-1) ?? '', found)
    const known = enums.get(key) ?? []
    if (!known.some((each) => each.name === name)) enums.set(key, [...known, { name, owner }])
    return replaceEnum(found, referToComponent(schemas, name, describeEnum(found)))
  })

/**
 * Does the same for a request. An enum that the resource of the operation has under the same member, or else only one
 * other, is that one; all others are named after the request.
 */
export const referToEnums = (
  schema: Shown,
  { owner, of, at = [] }: EnumOwners & { at?: readonly string[] },
  collected: Collected,
): Shown =>
  replaceAll(schema, at, (found, path) => {
    const { schemas, enums } = collected
    const known = enums.get(buildKey(path.at(-1) ?? '', found)) ?? []
    const same = known.find((each) => each.owner === of) ?? (known.length === 1 ? known[0] : undefined)
    const name = same?.name ?? nameEnum(owner, path, collected)
    return replaceEnum(found, referToComponent(schemas, name, describeEnum(found)))
  })
