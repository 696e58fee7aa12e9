import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, expect } from 'vitest'
import { AREAS } from '../../functions/docs/areas.ts'
import type { Shown } from '../../lib/platform/docs/openapi/schema.ts'
import type { Endpoint } from '../../lib/platform/http/endpoint.ts'
import { type Received, send } from '../support/client.ts'
import { recordFigures } from '../support/proof.ts'
import type { Made } from './fixtures.ts'

interface Documented {
  operationId: string
  description: string
  security: object[]
  parameters: { name?: string; in?: string; schema?: Shown }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object; example: unknown }> }
  responses: Record<string, { $ref?: string; headers?: object; content?: Record<string, { schema: object }> }>
  'x-scope'?: string
}

export interface Operation {
  operation: string
  method: string
  /** Path with its parameters in braces. */
  path: string
  described: Documented
  endpoint: Endpoint
}

const PROVIDER = {
  authorizationUrl: 'https://provider.example/authorize',
  tokenUrl: 'https://provider.example/token',
  userinfoUrl: 'https://provider.example/me',
  clientId: 'entrepot',
}
Object.assign(process.env, {
  RATE_LIMIT_IDENTITY: '1000000',
  RATE_LIMIT_IP: '1000000',
  RATE_LIMIT_AUTH: '1000000',
  SIGN_IN_SOCIAL_OAUTH_A: JSON.stringify(PROVIDER),
})

/** The description as a client gets it. */
export const DESCRIPTION = (await send('GET', '/api/docs/openapi.json')).body

const mounted = new Map(
  (await Promise.all(AREAS.map(({ load }) => load()))).flatMap(({ endpoints }) => Object.entries(endpoints)),
)

export const OPERATIONS: Operation[] = Object.entries(
  DESCRIPTION.paths as Record<string, Record<string, Documented>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    operation: described.operationId,
    method: method.toUpperCase(),
    path,
    described,
    endpoint: mounted.get(described.operationId) as Endpoint,
  })),
)

export const buildUrl = ({ path }: Pick<Operation, 'path'>, { params = {}, query }: Made = {}) => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'missing'))
  return query ? `${filled}?${query}` : filled
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
;(formats as unknown as typeof formats.default)(ajv)
ajv.addSchema(DESCRIPTION, 'api')
const compiled = new Map<string, ValidateFunction>()

const compileValidator = (...path: string[]) => {
  const pointer = path.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const known = compiled.get(pointer) ?? ajv.compile({ $ref: `api#/${pointer}` })
  compiled.set(pointer, known)
  return known
}

const RATE = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
const PROBLEM = ['type', 'title', 'status', 'detail', 'instance', 'errorCode', 'violations']

const figures = { answers: 0 }
if (process.env.PROOF_NAME === 'protocol') afterAll(() => recordFigures(figures))

/** Checks that status, media type, members and headers of an answer match the description. */
export const expectDescribed = ({ operation, method, path, described }: Operation, answer: Received): void => {
  const { status, headers, body, text } = answer
  figures.answers++
  const of = `${operation} answered ${status} ${text.slice(0, 300)}`
  expect(Object.keys(described.responses), of).toContain(String(status))
  // Nothing here asks another party, and a 503 says when to try again.
  if (status >= 500) expect(status, of).toBe(503)
  const common = described.description.includes('Has no rate limit.') ? [] : RATE
  for (const name of ['X-Request-Id', ...common]) expect(headers[name], `${name} of ${of}`).toBeDefined()
  const { $ref, content, headers: announced = {} } = described.responses[status] ?? {}
  const media = $ref ? 'application/problem+json' : Object.keys(content ?? {})[0]
  if (!media) {
    expect(text, of).toBe('')
    return
  }
  expect(headers['Content-Type']?.split(';')[0], of).toBe(media)
  if (!media.endsWith('json')) return
  const at = $ref ? $ref.slice(2).split('/') : ['paths', path, method.toLowerCase(), 'responses', String(status)]
  const validate = compileValidator(...at, 'content', media, 'schema')
  expect(validate(body) ? [] : validate.errors, of).toEqual([])
  if (headers.ETag && '@id' in body) expect(Object.keys(announced), of).toContain('ETag')
  if ($ref) {
    expect(body.status, of).toBe(status)
    expect(PROBLEM, of).toEqual(expect.arrayContaining(Object.keys(body)))
    if (status === 400) expect(body.violations.length, of).toBeGreaterThan(0)
    if (status === 429 || status === 503) expect(headers['Retry-After'], of).toBeDefined()
  }
}

/** Finds the status of a successful request. */
export const findSuccessStatus = ({ endpoint, described }: Operation) =>
  endpoint.success ?? Number(Object.keys(described.responses).filter((status) => /^[23]/.test(status))[0])
