import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { aMember, client, type Member } from '../support/client.ts'

let member: Member
let real: { header: Record<string, unknown>; payload: Record<string, unknown>; signature: string }

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())

beforeAll(async () => {
  member = await aMember()
  const [header, payload, signature = ''] = (member.token ?? '').split('.')
  real = { header: decode(header), payload: decode(payload), signature }
})

const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const signedBy = async (header: object, payload: object, key = foreign.privateKey) =>
  await new SignJWT(payload as never).setProtectedHeader({ alg: 'ES256', ...header } as never).sign(key)

const unsigned = (header: object, payload: object, signature = '') =>
  `${encode(header)}.${encode(payload)}.${signature}`

describe('a forged access token', () => {
  const forgeries: [string, () => Promise<string> | string][] = [
    ['alg none', () => unsigned({ ...real.header, alg: 'none' }, real.payload)],
    ['alg None', () => unsigned({ ...real.header, alg: 'None' }, real.payload)],
    ['no signature', () => unsigned(real.header, real.payload)],
    ['a changed payload', () => unsigned(real.header, { ...real.payload, tid: newId(new Date()) }, real.signature)],
    ['more scopes', () => unsigned(real.header, { ...real.payload, scope: 'platform:admin' }, real.signature)],
    ['another subject', () => unsigned(real.header, { ...real.payload, sub: newId(new Date()) }, real.signature)],
    ['a later expiry', () => unsigned(real.header, { ...real.payload, exp: 9e9 }, real.signature)],
    ['another key under our kid', () => signedBy(real.header, real.payload)],
    ['an unknown kid', () => signedBy({ ...real.header, kid: newId(new Date()) }, real.payload)],
    ['no kid', () => signedBy({ typ: 'at+jwt' }, real.payload)],
    ['a kid that is a path', () => signedBy({ ...real.header, kid: '../../etc/passwd' }, real.payload)],
    ['its own jwk', async () => signedBy({ typ: 'at+jwt', jwk: await exportJWK(foreign.publicKey) }, real.payload)],
    ['a jku', () => signedBy({ ...real.header, jku: 'https://evil.example/jwks.json' }, real.payload)],
    ['an x5u', () => signedBy({ ...real.header, x5u: 'https://evil.example/cert.pem' }, real.payload)],
    ['a critical extension', () => unsigned({ ...real.header, crit: ['exp'] }, real.payload, real.signature)],
    [
      'our public key as an HMAC secret',
      async () => {
        const { body } = await client().get('/.well-known/jwks.json')
        const data = `${encode({ ...real.header, alg: 'HS256' })}.${encode(real.payload)}`
        return `${data}.${createHmac('sha256', JSON.stringify(body.keys[0])).update(data).digest('base64url')}`
      },
    ],
    ['one bit of the signature changed', () => `${(member.token ?? '').slice(0, -4)}AAAA`],
    ['two parts', () => (member.token ?? '').split('.').slice(0, 2).join('.')],
    ['four parts', () => `${member.token}.x`],
    ['text', () => 'token'],
    ['a refresh token', () => `${newId(new Date())}.${newId(new Date())}.${'a'.repeat(43)}`],
  ]

  it.each(forgeries)('with %s is refused', async (_name, forge) => {
    const { status, body, headers } = await client(await forge()).get('/api/iam/me')
    expect([status, body.errorCode]).toEqual([401, 'UNAUTHENTICATED'])
    expect(headers['X-RateLimit-Limit']).toBe('120')
  })
})

describe('a token that the platform signed for another purpose', () => {
  const signing = async (header: object, change: Record<string, unknown>) => {
    const { getSigningKey: signingKey } = await import('../../lib/platform/access/signing-keys.ts')
    const { kid, key } = await signingKey(app())
    const payload = { ...real.payload, jti: randomUUID(), ...change }
    const given = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined))
    return await new SignJWT(given).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header }).sign(key)
  }

  it.each<[string, object, Record<string, unknown>]>([
    ['another type', { typ: 'JWT' }, {}],
    ['no type', { typ: undefined }, {}],
    ['another issuer', {}, { iss: 'https://evil.example' }],
    ['another audience', {}, { aud: 'https://evil.example' }],
    ['no subject', {}, { sub: undefined }],
    ['no session', {}, { sid: undefined }],
    ['no expiry', {}, { exp: undefined }],
    ['a subject that is no id', {}, { sub: 'admin' }],
    ['a tenant that is no id', {}, { tid: '#' }],
    ['a start in the future', {}, { nbf: Math.floor(Date.now() / 1000) + 3600 }],
  ])('with %s is refused', async (_name, header, change) => {
    expect((await client(await signing(header, change)).get('/api/iam/me')).status).toBe(401)
  })
})
