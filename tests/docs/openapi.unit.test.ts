import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { AREAS } from '../../functions/docs/areas.ts'
import { describe as describeApi } from '../../lib/platform/docs/openapi/description.ts'
import type { Shown } from '../../lib/platform/docs/openapi/schema.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'
import { resource } from '../../schemas/resource.ts'
import { oneOf, ulid } from '../../schemas/types.ts'

const document = { ...(await describeApi(AREAS)), servers: [{ url: 'https://api.example.com' }] }
const plain = JSON.parse(JSON.stringify(document))
const operations = Object.entries(plain.paths).flatMap(([path, methods]) =>
  Object.entries(methods as object).map(([method, operation]) => ({ path, method, operation })),
)

const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false })
;(formats as unknown as typeof formats.default)(ajv)
ajv.addSchema(plain, 'api')
const validators = new Map<string, ReturnType<typeof ajv.compile>>()

/** Returns a validator for the schema at a path; equal schemas have one, because compiling takes long. */
const at = (...path: string[]) => {
  const schema = JSON.stringify(path.reduce((node, name) => node[name], plain))
  const pointer = path.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const validate = validators.get(schema) ?? ajv.compile({ $ref: `api#/${pointer}` })
  validators.set(schema, validate)
  return validate
}

const findExample = (given: { $ref?: string; value?: unknown } | null) =>
  given?.$ref ? plain.components.examples[given.$ref.split('/').at(-1) as string].value : given?.value

/** Lists the media types with examples, with their paths in the document. */
const listMedia = (node: unknown, path: string[] = []): { path: string[]; examples: unknown[] }[] => {
  if (node === null || typeof node !== 'object') return []
  const { schema, example, examples } = node as { schema?: object; example?: unknown; examples?: object }
  const own = [...(example === undefined ? [] : [example]), ...Object.values(examples ?? {}).map(findExample)]
  const found = schema && own.length ? [{ path: [...path, 'schema'], examples: own }] : []
  return [...found, ...Object.entries(node).flatMap(([name, member]) => listMedia(member, [...path, name]))]
}

describe('the OpenAPI description', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(plain))
    expect(result.errors ?? []).toEqual([])
    expect(plain.openapi).toBe('3.1.0')
  })

  it('lists every mounted operation once, under its name', async () => {
    const mounted = (await Promise.all(AREAS.map(({ load }) => load()))).flatMap(({ endpoints }) =>
      Object.keys(endpoints),
    )
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual([...mounted].sort())
    expect(new Set(mounted).size).toBe(mounted.length)
  })

  it('has only examples that match their schemas', () => {
    const media = listMedia(plain)
    const wrong = media.flatMap(({ path, examples }) => {
      const validate = at(...path)
      return examples.flatMap((example) =>
        validate(example) ? [] : [{ path: path.join(' '), example, errors: validate.errors }],
      )
    })
    expect(wrong).toEqual([])
    expect(media.length).toBeGreaterThan(operations.length)
  })

  it('lists the access, the success and the problems of each operation', () => {
    for (const { operation } of operations) {
      const statuses = Object.keys(operation.responses)
      expect(
        statuses.some((status) => /^[23]/.test(status)),
        operation.operationId,
      ).toBe(true)
      expect(statuses).toEqual(expect.arrayContaining(['400', '429', '503']))
      if (operation.security.length) expect(statuses, operation.operationId).toContain('401')
      if (operation['x-scope']) expect(statuses, operation.operationId).toContain('403')
    }
  })

  it('has no dangling references and no unused components', () => {
    const text = JSON.stringify(plain)
    const referred = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
    )
    const there = new Set(
      ['schemas', 'responses', 'headers', 'parameters', 'examples'].flatMap((kind) =>
        Object.keys(plain.components[kind]).map((name) => `${kind}/${name}`),
      ),
    )
    expect(referred).toEqual(there)
  })

  it('links what operations create and list to the operations on it', () => {
    const find = (id: string) => operations.find(({ operation }) => operation.operationId === id)
    const listLinks = (id: string, status: number) => find(id)?.operation.responses[status].links
    expect(Object.keys(listLinks('generateInvoice', 201))).toEqual(
      expect.arrayContaining(['getInvoice', 'updateInvoice', 'deleteInvoice', 'issueInvoice', 'listInvoiceSendings']),
    )
    expect(listLinks('createCarrier', 201).getCarrier.parameters).toEqual({ code: '$response.body#/code' })
    expect(listLinks('subscribeWebhookTopic', 201).getWebhookSubscription.parameters).toEqual({
      channelId: '$request.path.channelId',
      topic: '$response.body#/topic',
    })
    expect(listLinks('listInvoices', 200).getInvoice.parameters).toEqual({ id: '$response.body#/member/0/id' })
    expect(listLinks('listInvoices', 200)).not.toHaveProperty('deleteInvoice')
    // Another tenant than the selected one cannot be renamed.
    expect(listLinks('createTenant', 201)).not.toHaveProperty('renameTenant')
  })

  it('links only to operations that exist, with all of their path parameters and none besides', () => {
    const linked = operations.flatMap(({ operation }) =>
      Object.values(operation.responses as Record<string, { links?: object }>).flatMap(({ links = {} }) =>
        Object.values(links),
      ),
    )
    for (const { operationId, parameters } of linked) {
      const path = operations.find(({ operation }) => operation.operationId === operationId)?.path
      const names = [...(path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect([operationId, Object.keys(parameters).sort()]).toEqual([operationId, names.sort()])
    }
    expect(linked.length).toBeGreaterThan(operations.length / 2)
  })

  it('lists every media type that an export can have', () => {
    const content = plain.paths['/api/billing/charges/export'].get.responses[200].content
    expect(Object.keys(content)).toEqual(['text/csv', 'application/jsonl'])
  })

  it('contains no internal keywords', () => {
    expect(JSON.stringify(plain)).not.toMatch(/"x-id"|"\$id"|"~kind"|\+\}/)
  })
})

/** Lists every schema with its path. */
const listSchemas = (node: unknown, path: string[] = []): { path: string[]; schema: Shown }[] => {
  if (node === null || typeof node !== 'object') return []
  const found = typeof (node as Shown).type === 'string' || Array.isArray((node as Shown).type) ? [node as Shown] : []
  return [
    ...found.map((schema) => ({ path, schema })),
    ...Object.entries(node)
      .filter(([name]) => !['example', 'examples', 'enum', 'default', 'tags'].includes(name))
      .flatMap(([name, member]) => listSchemas(member, [...path, name])),
  ]
}

const schemas = listSchemas(plain.components.schemas)
const namesOf = (found: readonly { path: string[] }[]) => found.map(({ path }) => path.join(' '))
const isOfRequest = ([name = '']: readonly string[]) => name.endsWith('Input')

describe('generators of clients', () => {
  it('find the items of every list', () => {
    const all = listSchemas(plain)
    const lists = all.filter(({ schema }) => [schema.type].flat().includes('array'))
    expect(namesOf(lists.filter(({ schema }) => schema.items === undefined))).toEqual([])
    expect(lists.length).toBeGreaterThan(50)
  })

  it('find no two members whose names are equal in languages without special characters', () => {
    const colliding = schemas.filter(({ schema: { properties = {} } }) => {
      const names = Object.keys(properties).map((name) => name.replaceAll(/\W|_/g, '').toLowerCase())
      return new Set(names).size < names.length
    })
    expect(namesOf(colliding)).toEqual([])
  })

  it('find defaults in requests alone, where members with a default are optional', () => {
    const withDefault = schemas.filter(({ schema }) => schema.default !== undefined)
    expect(namesOf(withDefault.filter(({ path }) => !isOfRequest(path)))).toEqual([])
    const demanded = schemas.flatMap(({ path, schema: { properties = {}, required = [] } }) =>
      required.filter((name) => properties[name]?.default !== undefined).map((name) => [...path, name].join(' ')),
    )
    expect(demanded).toEqual([])
    expect(withDefault.length).toBeGreaterThan(5)
  })

  it('find a name for every enum', () => {
    const enums = [...schemas, ...listSchemas(plain.paths)].filter(({ schema }) => (schema.enum?.length ?? 0) > 1)
    expect(namesOf(enums.filter(({ path }) => path.length > 1))).toEqual([])
    expect(enums.length).toBeGreaterThan(50)
  })

  it('find one enum in a resource, in the filter of its list and in the request that sets it', () => {
    const { Custodian, CreateCustodianInput } = plain.components.schemas
    const { parameters } = plain.paths['/api/warehousing/custodians'].get
    const filter = parameters.find(({ name }: { name: string }) => name === 'type')
    const reference = { $ref: '#/components/schemas/CustodianType' }
    for (const schema of [Custodian.properties.type, CreateCustodianInput.properties.type, filter.schema])
      expect(schema).toMatchObject(reference)
  })

  it('find another name for an enum if a resource has its name', async () => {
    const load = async () => {
      const [foo, fooBar] = [
        resource('Foo', '/api/foos/{id}', { id: ulid(), bar: oneOf(['a', 'b']) }),
        resource('FooBar', '/api/foo-bars/{id}', { id: ulid() }),
      ]
      const run = async () => undefined
      return {
        endpoints: {
          getFoo: publicEndpoint({ route: 'GET /api/foos/{id}', summary: 'Get a foo', returns: foo, run }),
          getFooBar: publicEndpoint({
            route: 'GET /api/foo-bars/{id}',
            summary: 'Get a foo bar',
            returns: fooBar,
            run,
          }),
        },
      }
    }
    const described = await describeApi([{ name: 'foo', title: 'Foo', description: 'Foos', load }])
    expect(described.components.schemas).toMatchObject({
      Foo: { properties: { bar: { $ref: '#/components/schemas/FooBarValue' } } },
      FooBar: { type: 'object' },
      FooBarValue: { enum: ['a', 'b'] },
    })
  })

  it('find null as a type of its own, beside a reference too', () => {
    const text = JSON.stringify(plain)
    expect(text).not.toMatch(/"nullable"|"enum":\[[^\]]*null/)
    expect(plain.components.schemas.CreditNote.properties.status).toEqual({
      $ref: '#/components/schemas/CreditNoteStatus',
    })
    expect(text).toMatch(/"anyOf":\[\{"\$ref":"[^"]+"\},\{"type":"null"\}\]/)
  })

  it('find no schema with a name that they use themselves', () => {
    const names = Object.keys(plain.components.schemas)
    const types = operations.map(({ operation }) => operation.operationId.toLowerCase())
    const taken = names.filter(
      (name) =>
        /^(Response|Request|Error|Body|Client|Unset|File|Any)$/.test(name) ||
        types.some((type) =>
          [`${type}data`, `${type}response`, `${type}error`, `${type}responses`].includes(name.toLowerCase()),
        ),
    )
    expect(taken).toEqual([])
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  })

  it('find only patterns that every language understands', () => {
    const patterns = listSchemas(plain).flatMap(({ schema }) => schema.pattern ?? [])
    expect(patterns.filter((pattern) => /\\p\{|\\u202[89]|\(\?<[=!]/.test(pattern))).toEqual([])
    expect(patterns.length).toBeGreaterThan(20)
  })

  it('find a tag, a summary and a server', () => {
    const titles = AREAS.map(({ title }) => title)
    for (const { operation } of operations) {
      expect(operation.tags, operation.operationId).toHaveLength(1)
      expect(titles).toContain(operation.tags[0])
      expect(operation.summary.length, operation.operationId).toBeGreaterThan(3)
      expect(operation.operationId).toMatch(/^[a-z][A-Za-z\d]+$/)
    }
    expect(document.servers).toHaveLength(1)
  })
})
