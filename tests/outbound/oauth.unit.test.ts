import { describe, expect, it } from 'vitest'
import type { Outbound, OutboundRequest } from '../../lib/platform/outbound/outbound.ts'
import { GrantRefused, requestGrant } from '../../lib/platform/outbound/request-grant.ts'

const answering = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const sent: OutboundRequest[] = []
  const outbound: Outbound = {
    send: async (request) => {
      sent.push(request)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return { status, headers, body: Buffer.from(text) }
    },
  }
  return { outbound, sent }
}
const ask = (status: number, body: unknown, headers?: Record<string, string>) =>
  requestGrant(answering(status, body, headers).outbound, { url: 'https://login.example/token', form: { a: 'b' } })
const kindOf = (status: number, body: unknown) =>
  ask(status, body).then(
    () => 'granted',
    (error) => (error instanceof GrantRefused ? error.code : error.kind),
  )

describe('a token endpoint', () => {
  it('receives a form, and the client in a header only if it expects it there', async () => {
    const { outbound, sent } = answering(200, { access_token: 'a' })
    const url = 'https://login.example/token'
    await requestGrant(outbound, { url, form: { code: 'x y&z' } })
    await requestGrant(outbound, { url, form: {}, basic: { user: 'id', password: 'se:cret' } })
    expect(sent[0]).toMatchObject({ method: 'POST', body: 'code=x+y%26z' })
    expect(sent[0]?.headers).not.toHaveProperty('authorization')
    expect(sent[1]?.headers?.authorization).toBe(`Basic ${Buffer.from('id:se:cret').toString('base64')}`)
  })

  it('returns tokens, their lifetime and other members', async () => {
    const answer = { access_token: 'a', refresh_token: 'r', expires_in: '299', token_type: 'BEARER', account: 7 }
    expect(await ask(200, answer)).toEqual({ accessToken: 'a', refreshToken: 'r', seconds: 299, answer })
    expect(await ask(200, { access_token: 'a' })).toMatchObject({ refreshToken: null, seconds: null })
  })

  it.each([
    ['no JSON', '<h1>Welcome</h1>'],
    ['a list', []],
    ['null', 'null'],
    ['no token', {}],
    ['a token that is none', { access_token: 7 }],
    ['an empty token', { access_token: '' }],
    ['a token with a line break', { access_token: 'a\nb' }],
    ['a token too long to send', { access_token: 'a'.repeat(9000) }],
    ['a refresh token that is none', { access_token: 'a', refresh_token: {} }],
    ['no life', { access_token: 'a', expires_in: 0 }],
    ['a life that is none', { access_token: 'a', expires_in: 'soon' }],
    ['another kind of token', { access_token: 'a', token_type: 'mac' }],
  ])('that answers with %s is unreadable', async (_, body) => {
    expect(await kindOf(200, body)).toBe('unreadable')
  })

  it('rejects with an OAuth error; any other failure is an outbound error', async () => {
    expect(await kindOf(400, { error: 'invalid_grant', error_description: 'canary' })).toBe('invalid_grant')
    expect(await kindOf(401, { error: 'invalid_client' })).toBe('invalid_client')
    for (const [status, body] of [
      [400, 'no'],
      [400, { error: 'something_else' }],
      [401, {}],
      [403, { error: 'invalid_grant' }],
      [500, { error: 'invalid_grant' }],
    ] as const)
      expect(await kindOf(status, body), `${status}`).toBe('status')
    const limited = await ask(429, '', { 'retry-after': '5' }).catch((error) => error)
    expect(limited).toMatchObject({ status: 429, retryAfter: '5' })
  })
})
