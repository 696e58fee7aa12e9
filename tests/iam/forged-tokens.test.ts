import { createHmac, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { CompactEncrypt, exportJWK, SignJWT } from 'jose'
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

/** Signs with our public key, in a form that a careless verifier could take for a secret. */
const hmacOf = async (alg: string, write: (jwk: Record<string, string>) => string | Buffer) => {
  const { body } = await client().get('/.well-known/jwks.json')
  const data = `${encode({ ...real.header, alg })}.${encode(real.payload)}`
  return `${data}.${createHmac(`sha${alg.slice(2)}`, write(body.keys[0]))
    .update(data)
    .digest('base64url')}`
}
const toPem = (jwk: Record<string, string>) =>
  createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })

const signedWith = (alg: string, kind: 'rsa' | 'ed25519' | 'P-384') => {
  const pair =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : kind === 'ed25519'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('ec', { namedCurve: kind })
  return signedBy({ ...real.header, alg }, real.payload, pair.privateKey)
}

const encrypt = (header: object) =>
  new CompactEncrypt(Buffer.from(JSON.stringify(real.payload)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', ...header })
    .encrypt(foreign.publicKey)

const raw = (text: string) => Buffer.from(text).toString('base64url')
const withHeader = (header: object) => unsigned({ ...real.header, ...header }, real.payload, real.signature)
const withPayload = (payload: unknown) => unsigned(real.header, payload as object, real.signature)
/** Bytes of a signature whose numbers are the order of the curve, which is the same as zero. */
const ORDER = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'

/** The last bit of the last sign of a signature stands for nothing. */
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

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
    ['alg nONE and a signature', () => withHeader({ alg: 'nONE' })],
    ['an empty alg', () => withHeader({ alg: '' })],
    ['no alg', () => withHeader({ alg: undefined })],
    ['an alg that is null', () => withHeader({ alg: null })],
    ['a list of algs', () => withHeader({ alg: ['ES256', 'none'] })],
    ['an alg twice', () => `${raw(`{"alg":"none","typ":"at+jwt","alg":"ES256"}`)}.${encode(real.payload)}.`],
    ['an alg that every object has', () => withHeader({ alg: 'constructor' })],
    ['HS256 and an empty secret', () => hmacOf('HS256', () => '')],
    ['HS256 and our public key as PEM', () => hmacOf('HS256', toPem)],
    ['HS384 and our public key as PEM', () => hmacOf('HS384', toPem)],
    ['HS512 and our public key as PEM', () => hmacOf('HS512', toPem)],
    ['HS256 and the numbers of our public key', () => hmacOf('HS256', ({ x = '' }) => Buffer.from(x, 'base64url'))],
    ['HS256 and the id of our key', () => hmacOf('HS256', ({ kid = '' }) => kid)],
    ['RS256 and another key', () => signedWith('RS256', 'rsa')],
    ['PS256 and another key', () => signedWith('PS256', 'rsa')],
    ['EdDSA and another key', () => signedWith('EdDSA', 'ed25519')],
    ['ES384 and another key', () => signedWith('ES384', 'P-384')],
    ['a signature of zeros', () => unsigned(real.header, real.payload, Buffer.alloc(64).toString('base64url'))],
    [
      'a signature of the order of the curve',
      () => unsigned(real.header, real.payload, Buffer.from(ORDER + ORDER, 'hex').toString('base64url')),
    ],
    ['a signature of one byte', () => unsigned(real.header, real.payload, 'AA')],
    ['a longer signature', () => `${member.token}AAAA`],
    [
      'another spelling of its signature',
      () => (member.token ?? '').replace(/.$/, (sign) => BASE64.charAt(BASE64.indexOf(sign) ^ 1)),
    ],
    ['a signature with padding', () => `${member.token}==`],
    ['a secret as its own jwk', () => withHeader({ jwk: { kty: 'oct', k: raw('secret') } })],
    [
      'its own jwk under our kid',
      async () => signedBy({ ...real.header, jwk: await exportJWK(foreign.publicKey) }, real.payload),
    ],
    ['a jku that is a file', () => signedBy({ ...real.header, jku: 'file:///dev/null' }, real.payload)],
    ['a jku that leads inside', () => signedBy({ ...real.header, jku: 'http://169.254.169.254/' }, real.payload)],
    ['a certificate', () => signedBy({ ...real.header, x5c: [raw('certificate')] }, real.payload)],
    ['the digest of a certificate', () => signedBy({ ...real.header, x5t: raw('x'.repeat(20)) }, real.payload)],
    ['a kid that is a device', () => signedBy({ ...real.header, kid: '/dev/null' }, real.payload)],
    ['a kid that is a query', () => signedBy({ ...real.header, kid: "x' UNION SELECT 'key" }, real.payload)],
    ['a kid that every object has', () => signedBy({ ...real.header, kid: '__proto__' }, real.payload)],
    ['a kid that is another item of the table', () => signedBy({ ...real.header, kid: '#KEY' }, real.payload)],
    ['a kid that is a number', () => signedBy({ ...real.header, kid: 0 }, real.payload)],
    ['a kid that is a list', () => signedBy({ ...real.header, kid: [real.header.kid] }, real.payload)],
    ['an empty kid', () => signedBy({ ...real.header, kid: '' }, real.payload)],
    ['a long kid', () => signedBy({ ...real.header, kid: 'k'.repeat(5000) }, real.payload)],
    ['an unencoded payload', () => withHeader({ b64: false, crit: ['b64'] })],
    ['an unencoded payload that is not critical', () => withHeader({ b64: false })],
    ['an empty list of critical extensions', () => withHeader({ crit: [] })],
    ['a critical extension that nobody knows', () => withHeader({ x: 1, crit: ['x'] })],
    ['a compressed payload', () => withHeader({ zip: 'DEF' })],
    ['another token inside', () => unsigned({ ...real.header, cty: 'JWT' }, { token: member.token }, real.signature)],
    ['encryption for another key', () => encrypt({})],
    ['encryption under our kid', () => encrypt({ kid: real.header.kid, typ: 'at+jwt' })],
    [
      'compression and encryption',
      () => encrypt({}).then((token) => token.replace(/^[^.]+/, raw('{"alg":"dir","enc":"A256GCM","zip":"DEF"}'))),
    ],
    [
      'the JSON form',
      () =>
        JSON.stringify({
          protected: encode(real.header),
          payload: encode(real.payload),
          signature: real.signature,
        }),
    ],
    ['a header that is a list', () => unsigned([real.header], real.payload, real.signature)],
    ['a header that is no JSON', () => `${raw('alg=ES256')}.${encode(real.payload)}.${real.signature}`],
    [
      'a claim twice',
      () =>
        `${encode(real.header)}.${raw(`{"tid":"${newId(new Date())}",${JSON.stringify(real.payload).slice(1)}`)}.${real.signature}`,
    ],
    ['a payload that is null', () => withPayload(null)],
    ['a payload that is a list', () => withPayload([real.payload])],
    ['a payload that is text', () => withPayload(JSON.stringify(real.payload))],
    ['a deep payload', () => `${encode(real.header)}.${raw('['.repeat(3000))}.${real.signature}`],
    ['a space inside', () => (member.token ?? '').replace('.', ' .')],
    ['a line break inside', () => (member.token ?? '').replace('.', '.\n')],
    ['signs of plain base64', () => `${encode(real.header)}.${encode(real.payload)}.${real.signature.slice(0, -2)}+/`],
    ['an empty part', () => `.${encode(real.payload)}.${real.signature}`],
    ['the text twice', () => `${member.token},${member.token}`],
    ['the token of another scheme', () => `Basic ${member.token}`],
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
    ['an expiry in the past', {}, { exp: Math.floor(Date.now() / 1000) - 6 }],
    ['an expiry that is text', {}, { exp: '9999999999' }],
    ['an issue time that is text', {}, { iat: 'now' }],
    ['no issue time', {}, { iat: undefined }],
    ['no id', {}, { jti: undefined }],
    ['no issuer', {}, { iss: undefined }],
    ['no audience', {}, { aud: undefined }],
    ['a part of the audience', {}, { aud: 'http://localhost' }],
    ['a session that is no id', {}, { sid: '*' }],
    ['a grant that is no id', {}, { gid: '../S' }],
    ['a list of tenants', {}, { tid: ['#', '#'] }],
    ['a service account without a sponsor', {}, { sub_type: 'service_account' }],
    ['a sponsor that is no id', {}, { sub_type: 'service_account', spn: '#', spv: '1' }],
    ['a start that is text', {}, { nbf: 'now' }],
    ['a start in the future', {}, { nbf: Math.floor(Date.now() / 1000) + 3600 }],
  ])('with %s is refused', async (_name, header, change) => {
    expect((await client(await signing(header, change)).get('/api/iam/me')).status).toBe(401)
  })
})
