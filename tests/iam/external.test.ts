import { createSecretKey, randomUUID } from 'node:crypto'
import { exportSPKI, generateKeyPair, type JWTPayload } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { sealDeploymentSecret } from '../../lib/platform/vault/deployment-secret.ts'
import { client, send } from '../support/client.ts'
import { arrival, cameBack, nextAddress, RETURN, signInAt, startOf } from './external-browser.ts'
import { startProvider } from './external-provider.ts'
import { ask, laterBy, mailedToken, registered, signedIn, verified } from './people.ts'

const provider = await startProvider()
const { issuer } = provider
afterAll(() => provider.stop())

const plain = { authorizationUrl: `${issuer}/authorize`, tokenUrl: `${issuer}/token`, userinfoUrl: `${issuer}/me` }
Object.assign(process.env, {
  OUTBOUND_ALLOW_PRIVATE: 'true',
  SIGN_IN_OIDC: JSON.stringify({ issuer, clientId: 'entrepot' }),
  SIGN_IN_SOCIAL_OAUTH_A: JSON.stringify({ ...plain, clientId: 'a', scope: 'profile', subject: 'id' }),
  SIGN_IN_SOCIAL_OAUTH_B: JSON.stringify({ issuer, clientId: 'b' }),
  SIGN_IN_RETURN_URIS: `${RETURN},https://other.example:8443/`,
})
beforeEach(() => useApp(undefined))

let people = 0
const aPerson = (fields: object = {}) => ({
  sub: randomUUID(),
  email: `external${++people}.${process.env.TABLE_NAME}@example.com`,
  email_verified: true,
  given_name: 'Grace',
  ...fields,
})

const meWith = async ({ told }: Awaited<ReturnType<typeof signInAt>>) =>
  (await client(told.accessToken).get('/api/iam/me')).body

describe('a sign-in with a provider', () => {
  test('creates a verified account with a tenant the first time', async () => {
    const person = aPerson()
    const arrived = await signInAt(provider, person)
    expect([arrived.status, arrived.address]).toEqual([302, RETURN])
    expect(Object.keys(arrived.told)).toEqual(['accessToken', 'refreshToken', 'tokenType', 'expiresIn', 'state'])
    expect(await meWith(arrived)).toMatchObject({
      email: person.email,
      firstName: 'Grace',
      emailVerified: true,
      tenant: { name: 'Grace', role: 'owner' },
    })
    const { refreshToken = '' } = arrived.told
    expect((await ask('refresh', { refreshToken })).status).toBe(200)
  })

  test('finds the same account later, even if its address has changed', async () => {
    const person = aPerson()
    const first = await meWith(await signInAt(provider, person))
    const renamed = { ...person, email: aPerson().email, email_verified: false }
    expect((await meWith(await signInAt(provider, renamed))).id).toBe(first.id)
  })

  test('creates one account for many concurrent first sign-ins with different addresses', async () => {
    const sub = randomUUID()
    const all = await Promise.all(Array.from({ length: 4 }, () => signInAt(provider, aPerson({ sub }))))
    const ids = await Promise.all(all.map(async (each) => (await meWith(each)).id))
    expect(new Set(ids).size).toBe(1)
  })

  test('returns everything that the client needs, and neither verifier nor nonce', async () => {
    const { status, body } = await startOf('oidc')
    const url = new URL(body.authorizationUrl)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      '@type': 'ExternalSignIn',
      kind: 'oidc',
      redirectUri: `${app().config.publicUrl}/auth/external/oidc/callback`,
      returnUri: RETURN,
      expiresInSeconds: 600,
    })
    const asked = Object.fromEntries(url.searchParams)
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'entrepot',
      redirect_uri: body.redirectUri,
      scope: 'openid email profile',
      state: body.state,
      code_challenge_method: 'S256',
    })
    const another = new URL((await startOf('oidc')).body.authorizationUrl).searchParams
    for (const name of ['state', 'nonce', 'code_challenge']) expect(another.get(name)).not.toBe(asked[name])
    const [stored] = await app().db.query({ pk: `P#state#${body.state.split('.')[0]}` })
    expect(JSON.stringify(stored)).not.toContain(asked.nonce)
  })

  test('supports a provider without discovery whose addresses the deployment trusts', async () => {
    const { sub, ...rest } = aPerson({ email_verified: undefined })
    const person = { ...rest, sub, id: 4711 }
    expect((await signInAt(provider, person, { kind: 'social_oauth_a' })).told.error).toBe('email_not_verified')
    const trusting = JSON.stringify({ ...plain, clientId: 'a', subject: 'id', emailsVerified: true })
    const { config } = app()
    useApp({ ...app(), config: { ...config, signIn: { ...config.signIn, social_oauth_a: trusting } } })
    const me = await meWith(await signInAt(provider, person, { kind: 'social_oauth_a' }))
    expect(me.email).toBe(person.email)
  })

  test('separates accounts of two providers with the same subject', async () => {
    const sub = randomUUID()
    const one = await meWith(await signInAt(provider, aPerson({ sub })))
    const two = await meWith(await signInAt(provider, aPerson({ sub }), { kind: 'social_oauth_b' }))
    expect(two.id).not.toBe(one.id)
  })

  test('authenticates at the provider with the sealed secret from the configuration', async () => {
    const clientSecret = await sealDeploymentSecret(app().vault, 'SIGN_IN_OIDC', 'the secret')
    const { config } = app()
    const oidc = JSON.stringify({ issuer, clientId: 'entrepot', clientSecret })
    useApp({ ...app(), config: { ...config, signIn: { ...config.signIn, oidc } } })
    await signInAt(provider, aPerson())
    const { authorization } = provider.asked.findLast(({ path }) => path === '/token') ?? {}
    expect(authorization).toBe(`Basic ${Buffer.from('entrepot:the+secret').toString('base64')}`)
  })

  test('reads the address from the userinfo endpoint if the ID token has none', async () => {
    const person = aPerson()
    const arrived = await signInAt(provider, person, {
      forge: ({ email: _, email_verified: __, ...claims }) => provider.sign(claims),
    })
    expect((await meWith(arrived)).email).toBe(person.email)
    const other = await signInAt(provider, aPerson(), {
      forge: ({ email: _, ...claims }) => provider.sign({ ...claims, sub: 'somebody else' }),
    })
    expect(other.told.error).toBe('provider_failed')
  })
})

describe('an existing account', () => {
  test('is linked if both sides have verified the address, and keeps its password', async () => {
    const known = await verified()
    const arrived = await signInAt(provider, aPerson({ email: known.email.toUpperCase() }))
    const own = await signedIn(known)
    expect((await meWith(arrived)).id).toBe(own.claims.sub)
  })

  test('is not linked if the provider has not verified the address', async () => {
    const known = await verified()
    for (const email_verified of [false, undefined, 'false', 'yes']) {
      const { told, address } = await signInAt(provider, aPerson({ email: known.email, email_verified }))
      expect([told.error, address, told.accessToken]).toEqual(['email_not_verified', RETURN, undefined])
    }
  })

  test('loses its password and mailed tokens if it was never verified', async () => {
    const squatted = await registered()
    const [verification, reset] = [
      await mailedToken(squatted.email, 'verification'),
      await mailedToken(squatted.email, 'password-reset'),
    ]
    const arrived = await signInAt(provider, aPerson({ email: squatted.email }))
    expect(await meWith(arrived)).toMatchObject({ email: squatted.email, firstName: 'Grace', emailVerified: true })
    expect((await ask('login', squatted)).status).toBe(401)
    expect((await ask('verify-email', { token: verification })).status).toBe(400)
    expect((await ask('reset-password', { token: reset, newPassword: 'for the squatter' })).status).toBe(400)
  })
})

describe('a state', () => {
  const started = async (kind = 'oidc') => {
    const { body } = await startOf(kind)
    return { state: body.state, code: provider.agree(body.authorizationUrl, aPerson()) }
  }
  const exchanges = () => provider.asked.filter(({ path }) => path === '/token').length

  test('works once; a response with a used state is not sent to the provider', async () => {
    const answer = await started()
    expect((await cameBack('oidc', answer)).told.accessToken).toBeDefined()
    const before = exchanges()
    const again = await cameBack('oidc', { ...answer, code: (await started()).code })
    expect([again.told, again.address]).toEqual([{ error: 'invalid_state' }, RETURN])
    expect(exchanges()).toBe(before)
  })

  test('works once for two concurrent requests', async () => {
    const answer = await started()
    const both = await Promise.all([cameBack('oidc', answer), cameBack('oidc', answer)])
    expect(both.filter(({ told }) => told.accessToken)).toHaveLength(1)
  })

  test('is refused if it was altered or forged', async () => {
    const { state, code } = await started()
    const flipped = `${state.startsWith('A') ? 'B' : 'A'}${state.slice(1)}`
    for (const other of ['', 'x', flipped, `${state}A`, state.replace(/\.\d+\./, '.9999999999.')])
      expect((await cameBack('oidc', { code, state: other })).told.error).toBe('invalid_state')
    expect((await cameBack('oidc', { code })).told.error).toBe('invalid_state')
  })

  test('expires after ten minutes', async () => {
    const answer = await started()
    laterBy(601)
    expect((await cameBack('oidc', answer)).told.error).toBe('invalid_state')
  })

  test('is not consumed by a HEAD request', async () => {
    const answer = await started()
    const before = exchanges()
    const looked = await send('HEAD', `/auth/external/oidc/callback?${new URLSearchParams(answer)}`)
    expect([looked.status, looked.headers.Allow, looked.text]).toEqual([405, 'GET, POST, OPTIONS', ''])
    expect(exchanges()).toBe(before)
    expect((await cameBack('oidc', answer)).told.accessToken).toBeDefined()
  })

  test('does not work for another kind of provider', async () => {
    const answer = await started('social_oauth_b')
    expect((await cameBack('oidc', answer)).told.error).toBe('invalid_state')
    expect((await cameBack('social_oauth_b', answer)).told.accessToken).toBeDefined()
  })
})

describe('an authorization code', () => {
  test('signs nobody in if the provider refuses it as used', async () => {
    const [one, two] = [(await startOf('oidc')).body, (await startOf('oidc')).body]
    const code = provider.agree(one.authorizationUrl, aPerson())
    expect((await cameBack('oidc', { code, state: one.state })).told.accessToken).toBeDefined()
    const again = await cameBack('oidc', { code, state: two.state })
    expect(again.told).toEqual({ error: 'provider_failed', state: two.state })
  })

  // Plain OAuth has no nonce, so only the verifier protects it.
  test.each(['oidc', 'social_oauth_a'])(
    'of %s in the sign-in of somebody else does not fit its verifier',
    async (kind) => {
      const { config } = app()
      const trusting = JSON.stringify({ ...plain, clientId: 'a', emailsVerified: true })
      useApp({ ...app(), config: { ...config, signIn: { ...config.signIn, social_oauth_a: trusting } } })
      const [attacker, victim] = [(await startOf(kind)).body, (await startOf(kind)).body]
      const code = provider.agree(attacker.authorizationUrl, aPerson())
      expect((await cameBack(kind, { code, state: victim.state })).told.error).toBe('provider_failed')
      const own = provider.agree(attacker.authorizationUrl, aPerson())
      expect((await cameBack(kind, { code: own, state: attacker.state })).told.accessToken).toBeDefined()
    },
  )

  test('is not exchanged if it comes from another issuer', async () => {
    const { body } = await startOf('oidc')
    const code = provider.agree(body.authorizationUrl, aPerson())
    const { told } = await cameBack('oidc', { code, state: body.state, iss: 'https://attacker.example' })
    expect(told.error).toBe('provider_failed')
  })
})

describe('an ID token', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = () => Math.floor(Date.now() / 1000)
  const withClaims = (changes: object) => (claims: JWTPayload) => provider.sign({ ...claims, ...changes })

  const forgeries: Record<string, (claims: JWTPayload) => Promise<string> | string> = {
    'without a signature (alg none)': (claims) => `${part({ alg: 'none' })}.${part(claims)}.`,
    'that says RS256 and has no signature': (claims) => `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}.`,
    'signed with the public key as a shared secret (HS256)': async (claims) =>
      provider.sign(claims, Buffer.from(await exportSPKI(provider.publicKey)), 'HS256'),
    'signed with the client secret as a shared secret (HS256)': (claims) =>
      provider.sign(claims, createSecretKey(Buffer.from('entrepot'.padEnd(32))) as never, 'HS256'),
    'signed with a key that the provider does not publish': async (claims) =>
      provider.sign(claims, (await generateKeyPair('RS256')).privateKey),
    'whose claims were altered after signing': async (claims) => {
      const [head, , signature] = (await provider.sign(claims)).split('.')
      return `${head}.${part({ ...claims, sub: 'the administrator' })}.${signature}`
    },
    'of a foreign issuer': withClaims({ iss: 'https://attacker.example' }),
    'for a foreign audience': withClaims({ aud: 'somebody-else' }),
    'for several audiences, authorized for another': withClaims({ aud: ['entrepot', 'other'], azp: 'other' }),
    'with the nonce of another sign-in': withClaims({ nonce: randomUUID() }),
    'without a nonce': ({ nonce: _, ...claims }) => provider.sign(claims),
    'that has expired': withClaims({ iat: now() - 600, exp: now() - 300 }),
    'that never expires': ({ exp: _, ...claims }) => provider.sign(claims),
    'that is not yet valid': withClaims({ nbf: now() + 300 }),
    'without a subject': ({ sub: _, ...claims }) => provider.sign(claims),
    'that is no token': () => 'not.a.token',
  }

  test.each(Object.entries(forgeries))('with %s signs nobody in', async (_, forge) => {
    const arrived = await signInAt(provider, aPerson(), { forge })
    expect([arrived.told.error, arrived.told.accessToken]).toEqual(['provider_failed', undefined])
  })
})

describe('the return', () => {
  const hostile = [
    'https://attacker.example/signed-in',
    '//attacker.example/signed-in',
    '/signed-in',
    'https://app.example@attacker.example/signed-in',
    'https://attacker@app.example/signed-in',
    'https://app.example:signed-in@attacker.example/',
    'https://app.example.attacker.example/signed-in',
    'https://app.example\\@attacker.example/signed-in',
    'https:\\\\app.example\\signed-in',
    'https://app.example\\.attacker.example/signed-in',
    'http://app.example/signed-in',
    'https://app.example:444/signed-in',
    'https://app.example/signed-invader',
    'https://app.example/signed-in/../admin',
    'https://app.example/signed-in/%2e%2e/admin',
    'https://app.example/signed-in/..%2fadmin',
    'https://app.example/signed-in#x',
    'https://app.example/elsewhere',
    'https://app.example/SIGNED-IN',
    'https://app.example%40attacker.example/signed-in',
    'https://app.example%2f@attacker.example/signed-in',
    'https://app.example/%73igned-in/%2E%2E%5Cadmin',
    'javascript:alert(1)//https://app.example/signed-in',
    'data:text/html,https://app.example/signed-in',
    ' https://app.example/signed-in',
    'https://app.exa\tmple/signed-in',
    'https://app.example/signed-in\r\nLocation: https://attacker.example',
    'https:app.example/signed-in',
    'https:///app.example/signed-in',
    'https://other.example/',
  ]

  test.each(hostile)('to %j is refused', async (returnUri) => {
    const { status, body } = await startOf('oidc', { returnUri })
    expect([status, body.violations?.[0]?.propertyPath]).toEqual([400, 'returnUri'])
  })

  test.each([RETURN, `${RETURN}/deep?from=mail`, 'https://other.example:8443/anything'])(
    'to %s is what the deployment allows',
    async (returnUri) => {
      const { body } = await startOf('oidc', { returnUri })
      const arrived = await cameBack('oidc', { error: 'access_denied', state: body.state })
      expect([arrived.address, arrived.told]).toEqual([returnUri, { error: 'access_denied', state: body.state }])
    },
  )

  test('goes to the first allowed URI by default and after an invalid state', async () => {
    expect((await startOf('oidc', {})).body.returnUri).toBe(RETURN)
    expect((await startOf('oidc', { returnUri: null })).body.returnUri).toBe(RETURN)
    const lost = await cameBack('oidc', { state: 'x', code: 'y', returnUri: 'https://attacker.example' })
    expect([lost.status, lost.address]).toEqual([302, RETURN])
  })

  test('has no secrets in the query, which servers log', async () => {
    const { body } = await startOf('oidc')
    const code = provider.agree(body.authorizationUrl, aPerson())
    const answer = await send('GET', `/auth/external/oidc/callback?code=${code}&state=${body.state}`, {
      from: nextAddress(),
    })
    expect(new URL(answer.headers.Location as string).search).toBe('')
    expect([answer.text, answer.headers['Cache-Control'], answer.headers['Referrer-Policy']]).toEqual([
      '',
      'no-store',
      'no-referrer',
    ])
    expect(arrival(answer).told.accessToken).toBeDefined()
  })
})

describe('a provider', () => {
  test('answers 409 if it is not configured and 404 if it is unknown', async () => {
    const unset = await startOf('saml')
    expect([unset.status, unset.body.errorCode]).toEqual([409, 'PROVIDER_NOT_CONFIGURED'])
    for (const kind of ['google', 'constructor', '__proto__']) expect((await startOf(kind)).status).toBe(404)
    expect((await cameBack('google', { state: 'x' })).status).toBe(404)
  })

  test.each([
    ['nobody listens', 'http://127.0.0.1:1'],
    ['is no provider', `${issuer}/nothing`],
  ])('where %s is told as its failure, and changes nothing', async (_, at) => {
    const { config } = app()
    const oidc = JSON.stringify({ issuer: at, clientId: 'entrepot' })
    useApp({ ...app(), config: { ...config, signIn: { ...config.signIn, oidc } } })
    const { status, body } = await startOf('oidc')
    expect([status, body.errorCode]).toEqual([502, 'UPSTREAM_FAILED'])
  })

  test('is refused if its metadata names another issuer', async () => {
    provider.changes.discovery = { issuer: 'https://attacker.example' }
    expect((await startOf('oidc')).body.errorCode).toBe('UPSTREAM_FAILED')
    provider.changes.discovery = { padding: 'x'.repeat(300_000) }
    expect((await startOf('oidc')).body.errorCode).toBe('UPSTREAM_FAILED')
    delete provider.changes.discovery
    expect((await startOf('oidc')).status).toBe(200)
  })

  test('may add unknown parameters to the callback', async () => {
    const { body } = await startOf('oidc')
    const code = provider.agree(body.authorizationUrl, aPerson())
    const { told } = await cameBack('oidc', { code, state: body.state, scope: 'openid', authuser: '0', hd: 'x' })
    expect(told.accessToken).toBeDefined()
  })
})

test('a link to a deleted account is replaced, and the sign-in creates a new account', async () => {
  const person = aPerson()
  const first = await signInAt(provider, person)
  const before = await meWith(first)
  expect((await client(first.told.accessToken).delete('/api/iam/account')).status).toBe(204)
  const again = await meWith(await signInAt(provider, person))
  expect([again.id === before.id, again.email]).toEqual([false, person.email])
})
