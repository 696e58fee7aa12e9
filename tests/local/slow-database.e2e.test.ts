import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startApi } from '../../local/api.ts'
import { readSettings } from '../../local/settings.ts'
import { freePort } from '../support/free-port.ts'
import { signInTo } from '../support/sign-in.ts'
import { startStallingProxy } from '../support/stalling-proxy.ts'

const stack = inject('stack')

let proxy: Awaited<ReturnType<typeof startStallingProxy>>
let api: Awaited<ReturnType<typeof startApi>>
let token: string | undefined

// Runs the functions of the started stack again, with a proxy before the database that can stall.
beforeAll(async () => {
  proxy = await startStallingProxy(stack.dynamodb)
  const { environment } = readSettings({ env: { ...process.env, ...stack.variables } })
  const env = { ...environment, AWS_ENDPOINT_URL_DYNAMODB: proxy.url }
  api = await startApi({ port: await freePort(), lambdaPort: await freePort(), env, onLine: () => undefined })
  token = (await signInTo(stack.api, 'demo@entrepot.example', 'demo-password')).accessToken
})
afterAll(async () => {
  await api.stop()
  proxy.stop()
})

const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(api.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
}

const expectLate = ({ status, headers, body }: Awaited<ReturnType<typeof ask>>, detail: RegExp) => {
  expect([status, body.status, body.errorCode]).toEqual([503, 503, 'UNAVAILABLE'])
  expect(body.detail).toMatch(detail)
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(headers.get('retry-after')).toBe('1')
  expect(headers.get('x-request-id')).toBe(body.instance.replace('urn:uuid:', ''))
  expect(headers.get('strict-transport-security')).toContain('max-age')
}

const PARTNERS = '/api/partner/partners'
const named = async (name: string) =>
  (await ask('GET', `${PARTNERS}?search=${name}`)).body.member.filter((each: { name: string }) => each.name === name)

it('answers that a change may have been made if the database is late, and makes it once', async () => {
  const name = `Slow${randomUUID().slice(0, 8)}`
  const key = { 'idempotency-key': randomUUID() }
  expect(await named(name)).toEqual([])
  const held = proxy.stall('TransactWriteItems')
  const asking = ask('POST', PARTNERS, { name }, key)
  await held
  const answer = await asking
  expectLate(
    answer,
    /may or may not have been made. It is safe to send the request again with the same Idempotency-Key/,
  )
  expect(answer.headers.get('x-ratelimit-limit')).not.toBeNull()
  proxy.resume()
  expect((await ask('POST', PARTNERS, { name }, key)).status).toBe(201)
  expect(await named(name)).toHaveLength(1)
})

it('changes nothing, then or later, if the database does not answer at all', async () => {
  const name = `Silent${randomUUID().slice(0, 8)}`
  expect(await named(name)).toEqual([])
  void proxy.stall('DynamoDB')
  const [write, read] = await Promise.all([ask('POST', PARTNERS, { name }), ask('GET', PARTNERS)])
  proxy.resume()
  expectLate(write, /Nothing was changed|overloaded/)
  expectLate(read, /Try again in a moment/)
  expect((await ask('GET', PARTNERS)).status).toBe(200)
  expect(await named(name)).toEqual([])
})
