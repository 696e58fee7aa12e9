import { describe, expect, it } from 'vitest'
import { newId } from '../../lib/platform/id.ts'
import { aMember, send } from '../support/client.ts'
import { ask, member, responds, selectCases, usual, where } from './asking.ts'
import { buildUrl, expectDescribed, findSuccessStatus, OPERATIONS, type Operation } from './operations.ts'
import { listWrites } from './writes.ts'

describe('a resource that has changed since it was read', () => {
  it.each(selectCases(where(responds(412)), 1 / 8))(
    'makes $operation refuse its old revision and change nothing',
    async (operation) => {
      const made = await usual(operation)
      const written = await listWrites(member.tenant, async () => {
        const answer = await ask(operation, made, { headers: { 'if-match': '"999"' } })
        expect([answer.status, answer.body.errorCode]).toEqual([412, 'PRECONDITION_FAILED'])
        expectDescribed(operation, answer)
      })
      expect(written).toEqual([])
      expect((await ask(operation, made, { headers: { 'if-match': '*' } })).status).toBe(findSuccessStatus(operation))
    },
  )
})

describe('an old revision in If-Match', () => {
  it.each(
    selectCases(
      where(({ method }) => method !== 'GET'),
      1 / 8,
    ),
  )('is refused by $operation if the description says so, and otherwise not', async (operation) => {
    const made = await usual(operation)
    const answer = await ask(operation, made, { headers: { 'if-match': '"999"' } })
    const { parameters, responses } = operation.described
    const takes = parameters.some((each) => '$ref' in each && each.$ref === '#/components/parameters/IfMatch')
    expect([answer.status === 412, '412' in responses]).toEqual([takes, takes])
  })
})

describe('a repeated Idempotency-Key', () => {
  it.each(selectCases(where(responds(422)), 1 / 3))(
    'runs $operation once, and is refused for any other request',
    async (operation) => {
      const made = await usual(operation)
      const headers = { 'idempotency-key': newId(new Date()) }
      const first = await ask(operation, made, { headers })
      const written = await listWrites(member.tenant, async () => {
        const again = await ask(operation, made, { headers })
        expect([again.status, again.text]).toEqual([first.status, first.text])
        expect(again.headers['Idempotency-Replayed']).toBe('true')
        const { other: body = { ...(made.body as object), name: 'Something else' } } = made
        const other = await ask(operation, { ...made, body }, { headers })
        expect([other.status, other.body.errorCode]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
        expectDescribed(operation, other)
      })
      expect(written).toEqual([])
      for (const key of [' ', 'x'.repeat(256)]) {
        const answer = await ask(operation, made, { headers: { 'idempotency-key': key } })
        expect(answer.status).toBe(400)
      }
    },
  )
})

const answersHead = ({ method, endpoint }: Operation) => method === 'GET' && !endpoint.acts

describe('an address', () => {
  const paths = [...Map.groupBy(OPERATIONS, ({ path }) => path)].map(([path, operations]) => ({ path, operations }))

  it.each(selectCases(paths, 1 / 8))('$path lists its methods and refuses others', async ({ operations }) => {
    const first = operations[0] as Operation
    const url = buildUrl(first, await usual(first))
    const methods = operations.map(({ method }) => method)
    const head = operations.some(answersHead) ? ['HEAD'] : []
    const allow = [...methods, ...head, 'OPTIONS'].sort()
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'].filter((each) => !allow.includes(each))
    for (const method of others) {
      const answer = await send(method, url)
      expect([method, answer.status]).toEqual([method, 405])
      if (method !== 'HEAD') expect(answer.body.errorCode).toBe('METHOD_NOT_ALLOWED')
      expect(answer.headers.Allow?.split(', ').sort()).toEqual(allow)
    }
    const options = await send('OPTIONS', url, { headers: { origin: 'https://app.example.com' } })
    expect([options.status, options.text]).toEqual([204, ''])
    expect(options.headers.Allow?.split(', ').sort()).toEqual(allow)
    expect(options.headers['Access-Control-Allow-Origin']).toBe('*')
  })

  it.each(selectCases(where(answersHead), 1 / 8))(
    '$path answers HEAD like GET, without the body',
    async (operation) => {
      // A tenant of its own, because some operations apply the content changes of all channels of the tenant first.
      const reader = await aMember()
      const made = await usual(operation, reader)
      const options = { token: made.token ?? reader.token }
      const get = await ask(operation, made, options)
      const head = await ask({ ...operation, method: 'HEAD' }, made, options)
      expect([head.status, head.text]).toEqual([get.status, ''])
      expect(Object.keys(head.headers).sort()).toEqual(Object.keys(get.headers).sort())
      expect(head.headers.ETag).toBe(get.headers.ETag)
    },
  )
})
