import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload } from 'jose'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { client } from '../support/client.ts'
import { cameBack, RETURN, signInAt, startOf } from './external-browser.ts'
import { startProvider } from './external-provider.ts'

// The modules of the OpenID conformance suite for relying parties (profile Basic) that external.test.ts does not contain.

const provider = await startProvider()
const { issuer, changes, sign } = provider
Object.assign(process.env, {
  OUTBOUND_ALLOW_PRIVATE: 'true',
  SIGN_IN_OIDC: JSON.stringify({ issuer, clientId: 'entrepot' }),
  SIGN_IN_RETURN_URIS: RETURN,
})
beforeEach(() => useApp(undefined))
afterEach(() => {
  for (const name of ['discovery', 'userinfo', 'jwks'] as const) delete changes[name]
})
afterAll(() => provider.stop())

let people = 0
const aPerson = () => ({
  sub: randomUUID(),
  email: `relying${++people}.${process.env.TABLE_NAME}@example.com`,
  email_verified: true,
  given_name: 'Grace',
})

type Forge = (claims: JWTPayload) => Promise<string> | string

const signInWith = async (forge: Forge, person = aPerson()) => (await signInAt(provider, person, { forge })).told
const publish = async (kid: string, alg = 'RS256') => {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}
const expectRefusal = ({ error, accessToken }: Record<string, string>) =>
  expect([error, accessToken && 'a token']).toEqual(['provider_failed', undefined])
const seconds = () => Math.floor(Date.now() / 1000)
const withoutAddress = ({ email: _, email_verified: __, ...claims }: JWTPayload) => claims

describe('an ID token signs nobody in', () => {
  const refused: Record<string, Forge> = {
    'oidcc-client-test-missing-aud: without an audience': ({ aud: _, ...claims }) => sign(claims),
    'oidcc-client-test-missing-iat: without the time of its issue': ({ iat: _, ...claims }) => sign(claims),
    'oidcc-client-test-missing-iss: without an issuer': ({ iss: _, ...claims }) => sign(claims),
    'oidcc-client-test-invalid-iat: issued an hour from now': (claims) =>
      sign({ ...claims, iat: seconds() + 3600, exp: seconds() + 7200 }),
    'oidcc-client-test-invalid-iss: with its own issuer and a slash': (claims) =>
      sign({ ...claims, iss: `${claims.iss}/` }),
    'oidcc-client-test-invalid-aud: for several audiences without saying for which it is authorized': (claims) =>
      sign({ ...claims, aud: ['entrepot', 'other'] }),
    'oidcc-client-test-invalid-azp: for this client, authorized for another': (claims) =>
      sign({ ...claims, azp: 'other' }),
    'oidcc-client-test-missing-sub: with an empty subject': (claims) => sign({ ...claims, sub: '' }),
    'oidcc-client-test-nonce-invalid: with a nonce that only begins right': (claims) =>
      sign({ ...claims, nonce: `${claims.nonce}A` }),
    'oidcc-client-test-kid-unknown: with the id of a key that is not published': (claims) =>
      sign(claims, undefined, 'RS256', 'two'),
  }

  test.each(Object.entries(refused))('%s', async (_, forge) => {
    expectRefusal(await signInWith(forge))
  })

  test('oidcc-client-test-kid-absent-multiple-jwks: without the id of one of several keys', async () => {
    const other = await publish('two')
    changes.jwks = { keys: [provider.jwk, other.jwk] }
    const told = await signInWith((claims) => sign(claims, undefined, 'RS256', null))
    expectRefusal(told)
  })

  test('oidcc-client-test-invalid-sig-es256: with the signature of a key that is not published', async () => {
    const [published, other] = [await publish('three', 'ES256'), await publish('three', 'ES256')]
    changes.discovery = { id_token_signing_alg_values_supported: ['ES256'] }
    changes.jwks = { keys: [published.jwk] }
    const told = await signInWith((claims) => sign(claims, other.privateKey, 'ES256', 'three'))
    expectRefusal(told)
  })

  test('oidcc-client-test-idtoken-sig-none: with a signature for encryption only', async () => {
    changes.jwks = { keys: [{ ...provider.jwk, use: 'enc' }] }
    const told = await signInWith((claims) => sign(claims))
    expectRefusal(told)
  })
})

describe('an ID token signs its person in', () => {
  test('oidcc-client-test-kid-absent-single-jwks: without the id of the only key', async () => {
    expect((await signInWith((claims) => sign(claims, undefined, 'RS256', null))).accessToken).toBeDefined()
  })

  test('oidcc-client-test-idtoken-sig-es256: with another algorithm that the provider announces', async () => {
    const { jwk, privateKey } = await publish('four', 'ES256')
    changes.discovery = { id_token_signing_alg_values_supported: ['ES256'] }
    changes.jwks = { keys: [jwk] }
    expect((await signInWith((claims) => sign(claims, privateKey, 'ES256', 'four'))).accessToken).toBeDefined()
  })

  test('oidcc-client-test-aud-several: for several audiences, authorized for this client', async () => {
    const told = await signInWith((claims) => sign({ ...claims, aud: ['entrepot', 'other'], azp: 'entrepot' }))
    expect(told.accessToken).toBeDefined()
  })
})

describe('a provider that rotates its keys', () => {
  test('oidcc-client-test-signing-key-rotation: signs with the new key from the next sign-in on', async () => {
    expect((await signInWith((claims) => sign(claims))).accessToken).toBeDefined()
    const { jwk, privateKey } = await publish('rotated')
    changes.jwks = { keys: [jwk] }
    for (const _ of [1, 2])
      expect((await signInWith((claims) => sign(claims, privateKey, 'RS256', 'rotated'))).accessToken).toBeDefined()
  })

  test('oidcc-client-test-signing-key-rotation-just-before-signing: signs with the new key at once', async () => {
    expect((await signInWith((claims) => sign(claims))).accessToken).toBeDefined()
    const { jwk, privateKey } = await publish('one')
    const told = await signInWith((claims) => {
      changes.jwks = { keys: [jwk] }
      return sign(claims, privateKey)
    })
    expect(told.accessToken).toBeDefined()
  })
})

describe('the response of the provider', () => {
  const comeBackWith = async (discovery: object, answer: Record<string, string>) => {
    changes.discovery = discovery
    const { body } = await startOf('oidc')
    const code = provider.agree(body.authorizationUrl, aPerson())
    return (await cameBack('oidc', { code, state: body.state, ...answer })).told
  }
  const announced = { authorization_response_iss_parameter_supported: true }

  test('signs nobody in without the issuer that the provider says it names (RFC 9207)', async () => {
    const told = await comeBackWith(announced, {})
    expectRefusal(told)
    expect((await comeBackWith(announced, { iss: issuer })).accessToken).toBeDefined()
  })

  test('signs nobody in with an error of another issuer (RFC 9207)', async () => {
    changes.discovery = announced
    const { body } = await startOf('oidc')
    const { told } = await cameBack('oidc', { error: 'access_denied', state: body.state, iss: 'https://other.example' })
    expect(told.accessToken).toBeUndefined()
    expect(told.error).toBeDefined()
  })
})

describe('the userinfo', () => {
  test('oidcc-client-test-userinfo-bearer-header: is asked for with the token in a header', async () => {
    const told = await signInWith((claims) => sign(withoutAddress(claims)))
    expect(told.accessToken).toBeDefined()
    const asked = provider.asked.findLast(({ path }) => path === '/me')
    expect(asked?.authorization).toMatch(/^Bearer \S+$/)
    expect(String(asked?.form)).toBe('')
  })

  test.each([
    ['of somebody else', { sub: 'somebody else' }],
    ['without a subject', { sub: undefined }],
  ])('oidcc-client-test-userinfo-invalid-sub: %s signs nobody in', async (_, userinfo) => {
    changes.userinfo = userinfo
    const told = await signInWith((claims) => sign(withoutAddress(claims)))
    expectRefusal(told)
  })

  test('does not replace what the ID token says', async () => {
    const person = aPerson()
    changes.userinfo = { email: `other.${person.email}`, email_verified: true }
    const told = await signInWith((claims) => sign(claims), person)
    expect((await client(told.accessToken).get('/api/iam/me')).body.email).toBe(person.email)
  })
})
