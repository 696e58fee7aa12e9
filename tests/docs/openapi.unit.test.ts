import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { AREAS } from '../../functions/docs/areas.ts'
import { describe as describeApi } from '../../lib/platform/docs/openapi/description.ts'

const document = { ...(await describeApi(AREAS)), servers: [{ url: 'https://api.example.com' }] }
const plain = JSON.parse(JSON.stringify(document))
const operations = Object.entries(plain.paths).flatMap(([path, methods]) =>
  Object.entries(methods as object).map(([method, operation]) => ({ path, method, operation })),
)

const ajv = new Ajv2020({ strict: false, allErrors: true })
;(formats as unknown as typeof formats.default)(ajv)
ajv.addSchema(plain, 'api')
const at = (...path: string[]) =>
  ajv.compile({
    $ref: `api#/${path.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
  })

/** Lists the media types with examples, with their paths in the document. */
const listMedia = (node: unknown, path: string[] = []): { path: string[]; examples: unknown[] }[] => {
  if (node === null || typeof node !== 'object') return []
  const { schema, example, examples } = node as { schema?: object; example?: unknown; examples?: object }
  const own = [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples ?? {}).map((each) => (each as { value: unknown })?.value),
  ]
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
      ['schemas', 'responses', 'headers', 'parameters'].flatMap((kind) =>
        Object.keys(plain.components[kind]).map((name) => `${kind}/${name}`),
      ),
    )
    expect(referred).toEqual(there)
  })

  it('contains no internal keywords', () => {
    expect(JSON.stringify(plain)).not.toMatch(/"x-id"|"\$id"|"~kind"|\+\}/)
  })
})
