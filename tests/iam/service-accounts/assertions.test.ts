import { createHmac, createPublicKey, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { app, useApp } from '../../../lib/platform/app/app.ts'
import { type Id, newId } from '../../../lib/platform/id.ts'
import { client } from '../../support/client.ts'
import { anOwner, laterBy, type Owner } from '../people.ts'
import {
  aKeyPair,
  anAssertion,
  aServiceAccount,
  assert,
  ISSUER,
  type KeyPair,
  nowSeconds,
  PATH,
  TOKEN_PATH,
} from './service-accounts.ts'

let owner: Owner
let id: Id
let pair: KeyPair
let keyId: Id
beforeAll(async () => {
  owner = await anOwner()
  id = await aServiceAccount(owner)
  pair = await aKeyPair('ES256')
  keyId = (await owner.post(`${PATH}/${id}/keys`, { publicKey: { ...pair.jwk, kid: 'reports' } })).body.id
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = (changes = {}) => ({
  iss: id,
  sub: id,
  aud: ISSUER,
  exp: nowSeconds() + 60,
  jti: randomUUID(),
  ...changes,
})

describe('an assertion', () => {
  it.each(['ES256', 'EdDSA', 'RS256'] as const)('signed with %s proves the client', async (alg) => {
    const account = await aServiceAccount(owner)
    const own = await aKeyPair(alg)
    await owner.post(`${PATH}/${account}/keys`, { publicKey: own.jwk })
    const { status, body } = await assert(await anAssertion(account, own))
    expect(status).toBe(200)
    expect((await client(body.access_token).get('/api/partner/partners')).status).toBe(200)
  })

  it('is for this server or its token endpoint alone', async () => {
    for (const aud of [ISSUER, [ISSUER], ISSUER + TOKEN_PATH])
      expect([aud, (await assert(await anAssertion(id, pair, { aud }))).status]).toEqual([aud, 200])
    const others = [
      'https://evil.example',
      `${ISSUER}/`,
      ISSUER.toUpperCase(),
      [ISSUER, 'https://evil.example'],
      [ISSUER, ISSUER + TOKEN_PATH],
      [],
      undefined,
    ]
    for (const aud of others)
      expect([aud, (await assert(await anAssertion(id, pair, { aud }))).status]).toEqual([aud, 401])
  })

  it('is by the client about itself', async () => {
    const other = await aServiceAccount(owner)
    for (const changes of [
      { iss: other },
      { sub: other },
      { iss: other, sub: other },
      { iss: undefined },
      { sub: undefined },
      { iss: newId(new Date()), sub: newId(new Date()) },
    ])
      expect((await assert(await anAssertion(id, pair, changes))).status).toBe(401)
    expect((await assert(await anAssertion(id, pair), { client_id: other })).status).toBe(401)
    expect((await assert(await anAssertion(id, pair), { client_id: id })).status).toBe(200)
  })

  it('expires within five minutes, and is not valid before its time', async () => {
    const now = nowSeconds()
    for (const changes of [
      { exp: now - 6 },
      { exp: now + 600 },
      { exp: undefined },
      { exp: 'soon' },
      { nbf: now + 60 },
      { exp: now + 1e12 },
    ])
      expect([changes, (await assert(await anAssertion(id, pair, changes))).status]).toEqual([changes, 401])
    for (const changes of [{ exp: now + 299 }, { exp: now + 60.5 }])
      expect([changes, (await assert(await anAssertion(id, pair, changes))).status]).toEqual([changes, 200])
  })

  it('works once, also if it is sent several times at once', async () => {
    const assertion = await anAssertion(id, pair)
    const answers = await Promise.all(Array.from({ length: 4 }, () => assert(assertion)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    expect((await assert(assertion)).body.error).toBe('invalid_client')
    // Another assertion with the same id is a replay too.
    const jti = randomUUID()
    expect((await assert(await anAssertion(id, pair, { jti }))).status).toBe(200)
    expect((await assert(await anAssertion(id, pair, { jti, exp: nowSeconds() + 90 }))).status).toBe(401)
  })

  it('works once for as long as it is valid, although the table may keep what has expired', async () => {
    const assertion = await anAssertion(id, pair, { exp: nowSeconds() + 60 })
    expect((await assert(assertion)).status).toBe(200)
    const before = app()
    for (const seconds of [59, 64, 66, 70]) {
      laterBy(seconds)
      expect([seconds, (await assert(assertion)).status]).toEqual([seconds, 401])
      useApp(before)
    }
  })

  it('needs an id, and does not spend that of a forged one', async () => {
    for (const jti of [undefined, '', 7, 'x'.repeat(256)])
      expect((await assert(await anAssertion(id, pair, { jti }))).status).toBe(401)
    const jti = randomUUID()
    const stranger = await aKeyPair('ES256')
    expect((await assert(await anAssertion(id, stranger, { jti }))).status).toBe(401)
    expect((await assert(await anAssertion(id, pair, { jti }))).status).toBe(200)
  })

  it('names one of the keys of the client, or none', async () => {
    for (const kid of ['reports', keyId, undefined])
      expect((await assert(await anAssertion(id, pair, {}, kid ? { kid } : {}))).status).toBe(200)
    expect((await assert(await anAssertion(id, pair, {}, { kid: 'other' }))).status).toBe(401)
  })

  it('is refused if its algorithm is not that of the key', async () => {
    const pem = createPublicKey({ key: pair.jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    const hmac = (secret: string, alg = 'HS256') => {
      const data = `${encode({ alg })}.${encode(claims())}`
      return `${data}.${createHmac('sha256', secret).update(data).digest('base64url')}`
    }
    const { d: _d, ...embedded } = (await aKeyPair('ES256')).jwk
    for (const forged of [
      `${encode({ alg: 'none' })}.${encode(claims())}.`,
      hmac(String(pem)),
      hmac(JSON.stringify(pair.jwk)),
      hmac(String(pem), 'ES256'),
      await anAssertion(id, await aKeyPair('RS256')),
      await anAssertion(id, await aKeyPair('ES256'), {}, { jwk: embedded }),
      'a.b.c',
      `${encode({ alg: 'ES256' })}.${encode(claims())}`,
    ])
      expect((await assert(forged)).body.error).toBe('invalid_client')
  })

  it('is refused once its key ended, with the tokens that it brought', async () => {
    const account = await aServiceAccount(owner)
    const own = await aKeyPair('EdDSA')
    const key = (await owner.post(`${PATH}/${account}/keys`, { publicKey: own.jwk })).body.id
    const { body } = await assert(await anAssertion(account, own))
    await owner.delete(`${PATH}/${account}/keys/${key}`)
    expect((await assert(await anAssertion(account, own))).status).toBe(401)
    const answer = await client(body.access_token).get('/api/partner/partners')
    expect([answer.status, answer.body.errorCode]).toEqual([401, 'SESSION_REVOKED'])
  })
})

describe('the metadata of the authorization server', () => {
  it('lead to the token endpoint', async () => {
    const { body } = await client().get('/.well-known/oauth-authorization-server')
    expect([body.issuer, body.token_endpoint]).toEqual([ISSUER, ISSUER + TOKEN_PATH])
    expect(body.scopes_supported).not.toContain('iam:member:write')
  })
})
