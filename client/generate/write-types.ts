import type { Shown } from '../../lib/platform/docs/openapi/schema.ts'

const isName = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name)
const writeName = (name: string) => (isName(name) ? name : JSON.stringify(name))

/** Writes a comment over what follows; nothing if there is no text. */
export const writeComment = (text: string | undefined, indent = ''): string => {
  if (!text) return ''
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

const unite = (types: readonly string[]) => [...new Set(types)].join(' | ')

interface Writing {
  indent: string
  /** True for what a caller sends: lists may be read-only, and members may be undefined. */
  isInput: boolean
}

const PLAIN: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

const writeList = (items: Shown, writing: Writing) => {
  const item = writeType(items, writing)
  const list = /[|&]/.test(item.replaceAll(/\{[\s\S]*\}/g, '')) ? `(${item})[]` : `${item}[]`
  return writing.isInput ? `readonly ${list}` : list
}

const findMapped = ({ additionalProperties, patternProperties }: Shown) =>
  typeof additionalProperties === 'object' ? additionalProperties : Object.values(patternProperties ?? {})[0]

const writeObject = (schema: Shown, writing: Writing) => {
  const { properties } = schema
  if (properties) return `{\n${writeMembers(schema, writing)}${writing.indent}}`
  const mapped = findMapped(schema)
  if (!mapped) return 'Record<string, unknown>'
  return `Record<string, ${writeType(mapped, writing)}>`
}

/** Writes the members of an object, one on a line. */
export const writeMembers = ({ properties = {}, required = [] }: Shown, { indent, isInput }: Writing): string => {
  const inner = { indent: `${indent}  `, isInput }
  return Object.entries(properties)
    .map(([name, member]) => {
      const isRequired = required.includes(name)
      const type = writeType(member, inner)
      const optional = isInput ? `?: ${type} | undefined` : `?: ${type}`
      return `${writeComment(member.description, inner.indent)}${inner.indent}${writeName(name)}${isRequired ? `: ${type}` : optional}\n`
    })
    .join('')
}

const writeSingle = (type: string, schema: Shown, writing: Writing) => {
  if (type === 'array') return writeList(schema.items ?? {}, writing)
  if (type === 'object') return writeObject(schema, writing)
  return PLAIN[type] ?? 'unknown'
}

/** Writes the TypeScript type of a schema. */
export const writeType = (schema: Shown, writing: Writing): string => {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return unite(schema.enum.map((value) => JSON.stringify(value)))
  const options = schema.anyOf ?? schema.oneOf
  if (options && !schema.properties) return unite(options.map((one) => writeType(one, writing)))
  const types = [schema.type ?? []].flat()
  return types.length ? unite(types.map((type) => writeSingle(type, schema, writing))) : 'unknown'
}

/** Members that a resource has although the description does not declare them, because their names collide. */
const listUndeclared = (name: string, { properties = {}, propertyNames }: Shown): Record<string, Shown> =>
  Object.fromEntries(
    (propertyNames?.enum ?? [])
      .filter((member) => !Object.hasOwn(properties, member))
      .map((member) => [member, member === '@type' ? { const: name } : { type: 'string' }]),
  )

/** Declares the type of a component. */
export const declareType = (name: string, schema: Shown, isInput: boolean): string => {
  const comment = writeComment(schema.description)
  if (schema.type !== 'object' || !schema.properties || schema.anyOf || schema.oneOf)
    return `${comment}export type ${name} = ${writeType(schema, { indent: '', isInput })}\n`
  const undeclared = listUndeclared(name, schema)
  const whole = {
    ...schema,
    properties: { ...undeclared, ...schema.properties },
    required: [...Object.keys(undeclared), ...(schema.required ?? [])],
  }
  return `${comment}export interface ${name} {\n${writeMembers(whole, { indent: '', isInput })}}\n`
}
