import type { Shown } from './schema.ts'

export const EXAMPLE_ULID = '01JNBV8ZK4T6Q9WD3E5RXH7M2C'
export const EXAMPLE_UUID = '019557b4-7e64-d1ae-9e34-6e2e3b13d04c'

const FORMATS: Record<string, string> = {
  'date-time': '2026-03-02T09:30:00.000Z',
  date: '2026-03-02',
  email: 'ada@example.com',
  uuid: EXAMPLE_UUID,
  uri: 'https://shop.example.com',
  'uri-reference': '/api/docs',
}

const splitWords = (name: string) => {
  const apart = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return apart.charAt(0).toUpperCase() + apart.slice(1)
}

const exampleText = ({ format, minLength = 0, maxLength, 'x-id': id }: Shown, name: string) => {
  if (id) return id === 'uuid' ? EXAMPLE_UUID : EXAMPLE_ULID
  const text = (format && FORMATS[format]) ?? (splitWords(name) || 'Text')
  return text.padEnd(minLength, '-').slice(0, maxLength)
}

const numberFor = ({ minimum, exclusiveMinimum }: Shown) => minimum ?? (exclusiveMinimum ?? 0) + 1

const exampleMembers = (properties: Readonly<Record<string, Shown>>, direction: 'request' | 'answer') =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, member]) => direction === 'request' || !(member as { writeOnly?: boolean }).writeOnly)
      .map(([name, member]) => [name, makeExample(member, name, direction)]),
  )

/** Makes a readable value that the schema accepts, the same in every build. Prefers the schema's own `examples`. */
export const makeExample = (schema: Shown, name = '', direction: 'request' | 'answer' = 'request'): unknown => {
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const option = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (option) return makeExample(option, name, direction)
  const type = typeof schema.type === 'object' ? schema.type[0] : schema.type
  if (type === 'string') return exampleText(schema, name)
  if (type === 'integer' || type === 'number') return numberFor(schema)
  if (type === 'boolean') return true
  if (type === 'array') return schema.items ? [makeExample(schema.items, name, direction)] : []
  if (schema.properties) return exampleMembers(schema.properties, direction)
  const member = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties
  if (member && typeof member === 'object') return { key: makeExample(member, 'value', direction) }
  return type === 'object' ? {} : 'value'
}
