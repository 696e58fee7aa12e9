import { beforeAll, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, client, type Member, send } from '../support/client.ts'

const PARTNERS = '/api/partner/partners'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const post = (body: string, headers: Record<string, string> = {}) =>
  owner.post(PARTNERS, body, { 'content-type': 'application/json', ...headers })

describe('a body', () => {
  it.each([
    ['nothing', '', 400],
    ['invalid JSON', '{"name":', 400],
    ['another media type', '{"name":"x"}', 415, { 'content-type': 'text/plain' }],
    ['a merge patch on a POST', '{"name":"x"}', 415, { 'content-type': 'application/merge-patch+json' }],
    ['more than a mebibyte', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), 413],
    ['many characters of three bytes', JSON.stringify({ name: '€'.repeat(400_000) }), 413],
    ['very deep nesting', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
    ['an array', '[]', 400],
    ['null', 'null', 400],
    ['a lone surrogate', '{"name":"\\ud800"}', 400],
    ['a NUL', '{"name":"a\\u0000b"}', 400],
    ['a __proto__', '{"name":"x","__proto__":{"admin":true}}', 400],
    ['an escaped __proto__', '{"name":"x","\\u005f_proto__":{"admin":true}}', 400],
    ['constructor.prototype', '{"name":"x","constructor":{"prototype":{"admin":true}}}', 400],
  ] as [string, string, number, Record<string, string>?][])(
    'of %s is refused',
    async (_name, body, status, headers = {}) => {
      const answer = await post(body, headers)
      expect([answer.status, answer.headers['Content-Type']]).toEqual([status, 'application/problem+json'])
      if (status === 400) expect(answer.body.violations.length).toBeGreaterThan(0)
      expect(({} as { admin?: boolean }).admin).toBeUndefined()
    },
  )

  it('of a PATCH can be a merge patch', async () => {
    const { id } = await aPartner(owner)
    const headers = { 'content-type': 'application/merge-patch+json; charset=utf-8' }
    expect((await owner.patch(`${PARTNERS}/${id}`, '{"taxId":"7"}', headers)).body.taxId).toBe('7')
  })

  it('is stored unchanged in any script', async () => {
    for (const name of ['שלום עולם', '倉庫', '👍🏽 Zażółć', 'e\u0301', '\u200b.', 'İSTANBUL']) {
      const { id } = await aPartner(owner, { name })
      expect((await owner.get(`${PARTNERS}/${id}`)).body.name).toBe(name)
    }
  })
})

describe('a request with many violations', () => {
  const manyItems = (count: number) => ['/api/auth/can', `{"scopes":[${Array(count).fill('1')}]}`] as const
  const manyMembers = (count: number) =>
    [PARTNERS, `{${Array.from({ length: count }, (_, i) => `"m${i}":1`)}}`] as const

  it.each([
    ['10,000 bad items', ...manyItems(10_000)],
    ['400,000 bad items', ...manyItems(400_000)],
    ['80,000 unknown members', ...manyMembers(80_000)],
  ])('such as %s is answered with the first two hundred', async (_, url, body) => {
    const answer = await owner.post(url, body, { 'content-type': 'application/json' })
    expect([answer.status, answer.body.violations?.length]).toEqual([400, 200])
    expect(answer.body.detail).toBe('More than 200 values are not valid; these are the first.')
    expect(answer.text.length).toBeLessThan(32_000)
  })

  it('is answered with all of them up to two hundred', async () => {
    const { body } = await owner.post(...manyMembers(199), { 'content-type': 'application/json' })
    expect([body.violations.length, body.detail]).toEqual([200, '200 values are not valid.'])
  })

  it('is answered without names of excessive length', async () => {
    const { text } = await owner.post(PARTNERS, { name: 'Nordlicht', ['x'.repeat(100_000)]: 1 })
    expect(text.length).toBeLessThan(1_000)
  })
})

describe('every response', () => {
  it('has the remaining rate limit and forbids sniffing and caching', async () => {
    for (const { headers } of [
      await owner.get(PARTNERS),
      await client().get(PARTNERS),
      await client().get('/api/nowhere'),
    ])
      expect(headers).toMatchObject({
        'X-RateLimit-Limit': expect.stringMatching(/^\d+$/),
        'X-RateLimit-Remaining': expect.stringMatching(/^\d+$/),
        'X-RateLimit-Reset': expect.stringMatching(/^\d{10}$/),
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
        'X-Request-Id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
  })

  it('allows any origin unless origins are configured', async () => {
    const { headers } = await owner.get(PARTNERS, { origin: 'https://shop.example' })
    expect(headers['Access-Control-Allow-Origin']).toBe('*')
    expect(headers['Access-Control-Expose-Headers']).toContain('ETag')
  })
})

describe('methods', () => {
  it('that an address does not support are answered with 405 and the supported ones', async () => {
    const { status, headers, body } = await owner.delete(PARTNERS)
    expect([status, body.errorCode, headers.Allow]).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET, POST, HEAD, OPTIONS'])
  })

  it('include HEAD, which answers like GET without the body', async () => {
    const { status, text, headers } = await send('HEAD', PARTNERS, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect([status, text, headers['Content-Type']]).toEqual([200, '', 'application/json'])
  })

  it('include OPTIONS, which lists the methods and headers that a browser can send', async () => {
    const { status, headers } = await send('OPTIONS', PARTNERS, {
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    })
    expect(status).toBe(204)
    expect(headers['Access-Control-Allow-Methods']).toContain('POST')
    expect(headers['Access-Control-Allow-Headers']).toContain('Authorization')
  })
})

describe('rate limits', () => {
  it('count requests by the address that the gateway saw, IPv6 by its network, never by a header', async () => {
    const now = app().clock()
    useApp({ ...app(), clock: () => now })
    const remaining = async (from: string, headers = {}) =>
      Number((await send('GET', '/.well-known/jwks.json', { from, headers })).headers['X-RateLimit-Remaining'])
    expect(await remaining('192.0.2.77', { 'x-forwarded-for': '1.1.1.1' })).toBe(119)
    expect(await remaining('192.0.2.77', { 'x-forwarded-for': '2.2.2.2' })).toBe(118)
    expect(await remaining('2001:db8:1:2::1')).toBe(119)
    expect(await remaining('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(118)
    expect(await remaining('2001:db8:1:3::1')).toBe(119)
    useApp(undefined)
  })
})
