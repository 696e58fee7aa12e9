import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { makeOnce } from '../../lib/platform/make-once.ts'
import { aimless, ask, takesBody } from '../generated/asking.ts'
import { expectDescribed, OPERATIONS, type Operation } from '../generated/operations.ts'
import { aMember, send } from '../support/client.ts'
import { caseOfEach, type Matrix } from './cases.ts'
import { watchKeys } from './watch-keys.ts'

const meet = makeOnce(() => aMember())
/** A tenant of somebody else. */
const OTHER = '01K9ZB3V5Q8W2E4R6T7Y1M0N9P'
const ID = '01JNBV8ZK4T6Q9WD3E5RXH7M2C'

/** Values as they are in an address, encoded or not. */
const VALUES: readonly string[] = [
  '%23',
  '%23%23',
  `T%23${OTHER}`,
  `T%23${OTHER}%23partner`,
  `${OTHER}%23${ID}`,
  `${ID}%23`,
  `${ID}%00`,
  `${ID}%20`,
  `%20${ID}`,
  `${ID}%0A`,
  `${ID}%2F..`,
  '..%2F..',
  '%2E%2E',
  '%2F',
  '%5C',
  '%00',
  '%',
  '%zz',
  '%C3%28',
  '%ED%A0%80',
  '%F8%88%80%80%80',
  '%EF%BC%83',
  '%D0%90%D0%91',
  '%E2%80%AE',
  'e%CC%81',
  `${ID.slice(1)}%D0%9E`,
  'G%23ip',
  'P%23signing-keys',
  '__proto__',
  'constructor',
  '%7B%22a%22%3A1%7D',
  '%24%7B7*7%7D',
  '%27%20OR%20%271%27%3D%271',
  'null',
  'undefined',
  '0',
  '-1',
  'x'.repeat(1_025),
  '%F0%9F%91%8D'.repeat(300),
]

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const manyMembers = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":${i}`).join(',')}}`

/** Bodies that no client sends by intent, each with its name. */
const BODIES: Readonly<Record<string, string | Buffer>> = {
  '6 MB': JSON.stringify({ name: 'x'.repeat(6_000_000) }),
  'a million levels': nested(500_000),
  'as many levels as fit': nested(520_000),
  '400,000 members': manyMembers(400_000),
  'as many members as fit': manyMembers(70_000),
  'a number beyond all': '{"name":1e400}',
  'minus zero': '{"name":-0}',
  'not a number': '{"name":NaN}',
  infinity: '{"name":-Infinity}',
  'a member twice': '{"name":"a","name":"b"}',
  'a member twice by an escape': '{"name":"a","n\\u0061me":"b"}',
  'a lone surrogate': '{"name":"\\ud800"}',
  'a lone surrogate as a name': '{"\\udc00":1}',
  'bad UTF-8': Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  'a surrogate in UTF-8': Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  'UTF-16': Buffer.from('\ufeff{"name":"a"}', 'utf16le'),
  'a byte order mark': '\ufeff{}',
  'a prototype': '{"__proto__":{"isAdmin":true}}',
  'a comment': '{/* a */"name":"a"}',
  'two values': '{}{}',
  NUL: '\u0000',
}

const figures = { requests: 0, 'largest milliseconds of a body': 0, 'largest megabytes beside a body': 0 }

/** Sends a request and keeps the longest time and the largest growth of the memory for the figures. */
const measure = async <T>(work: () => Promise<T>): Promise<T> => {
  const [begun, before] = [performance.now(), process.memoryUsage().rss]
  const answer = await work()
  figures.requests++
  const name = 'largest milliseconds of a body'
  figures[name] = Math.max(figures[name], Math.round(performance.now() - begun))
  const memory = 'largest megabytes beside a body'
  figures[memory] = Math.max(figures[memory], Math.round((process.memoryUsage().rss - before) / 2 ** 20))
  return answer
}

const encode = (body: string | Buffer) =>
  typeof body === 'string' ? { body } : { body: body.toString('base64'), isBase64Encoded: true }

const TYPES = [
  'text/plain',
  'application/xml',
  'application/json5',
  'multipart/form-data; boundary=x',
  'json',
  '*/*',
  '',
]

const JSON_BODY = { 'content-type': 'application/json' }

const expectBodyRefused = async (operation: Operation, name: string, body: string | Buffer, headers = JSON_BODY) => {
  const made = { ...aimless(operation), body: '{}', headers }
  const { token } = await meet()
  const answer = await measure(() => ask(operation, made, { token, event: encode(body) }))
  expect([name, answer.status]).toEqual([name, expect.toBeOneOf([400, 413, 415])])
  expectDescribed(operation, answer)
}

const nameParams = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
const nameQuery = ({ described }: Operation) =>
  described.parameters.flatMap((each) => (each.in === 'query' ? [each.name as string] : []))

/** Puts a value, which may be encoded, into a path whose other values name nothing. */
const fillPath = ({ path }: Operation, values: Readonly<Record<string, string>> = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? (/^(id|\w+Id)$/.test(name) ? ID : 'x'))

/** Sends a request that makes nothing fail and reaches no partition of another tenant. */
const expectHarmless = async ({ method }: Operation, url: string) => {
  const { token } = await meet()
  let status = 0
  const touched = await watchKeys(async () => {
    const headers = { authorization: `Bearer ${token}` }
    status = (await send(method, url, { headers, ...(method !== 'GET' && { body: {} }) })).status
  })
  figures.requests++
  expect([url, status < 500]).toEqual([url, true])
  expect(touched.map(({ pk }) => pk).filter((pk) => pk.startsWith(`T#${OTHER}`))).toEqual([])
}

const expectAddressesHarmless = async (operation: Operation) => {
  for (const value of VALUES) {
    for (const name of nameParams(operation)) await expectHarmless(operation, fillPath(operation, { [name]: value }))
    for (const name of nameQuery(operation)) await expectHarmless(operation, `${fillPath(operation)}?${name}=${value}`)
  }
}

const expectBodiesRefused = async (operation: Operation) => {
  for (const [name, body] of Object.entries(BODIES)) await expectBodyRefused(operation, name, body)
  for (const type of TYPES) await expectBodyRefused(operation, type, '{}', { 'content-type': type })
  const coded = { ...JSON_BODY, 'content-encoding': 'gzip' }
  await expectBodyRefused(operation, 'gzip', gzipSync('{}'), coded)
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
}

const CASES = caseOfEach(OPERATIONS, async (operation) => {
  await expectAddressesHarmless(operation)
  if (takesBody(operation)) await expectBodiesRefused(operation)
})

export const INPUTS: Matrix = { name: 'inputs', cases: CASES, few: 1, figures }
