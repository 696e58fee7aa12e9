import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  addSatellite,
  describeSatellites,
  removeSatellite,
  renewSatelliteSecret,
} from '../../lib/iam/satellites/satellite-registry.ts'
import { readRefreshToken } from '../../lib/iam/sessions/refresh-token.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import type { Config } from '../../lib/platform/app/config.ts'
import { client, type Received, send } from '../support/client.ts'
import { nextAddress } from './external-browser.ts'
import { aColleague, anOwner, laterBy, refreshed, type SignedIn, signedIn, verified } from './people.ts'
import { aSatellite, authorize, aVerifier, challengeOf, exchange, joined, REDIRECT } from './satellites.ts'

beforeEach(() => useApp(undefined))

const me = (who: Pick<SignedIn, 'get'>) => who.get('/api/iam/me')
const refused = (propertyPath: string) => [400, [propertyPath]]
const told = ({ status, body }: Awaited<ReturnType<typeof exchange>>) => [
  status,
  body.violations?.map((each: { propertyPath: string }) => each.propertyPath),
]

describe('a satellite', () => {
  test("gets tokens of the user's session with no more than its scopes", async () => {
    const user = await anOwner()
    const satellite = await joined(user)
    expect(satellite.answer.body).toMatchObject({ tokenType: 'Bearer', expiresIn: 900, tenants: user.tenants })
    const [own, theirs] = [(await me(user)).body, (await me(satellite)).body]
    expect(theirs).toEqual(own)
  })

  test("refreshes its own tokens without affecting the user's", async () => {
    const user = await anOwner()
    const satellite = await joined(user)
    const [userNext, satelliteNext] = [await refreshed(user), await refreshed(satellite)]
    expect([(await me(userNext)).status, (await me(satelliteNext)).status]).toEqual([200, 200])
    expect(satelliteNext.claims.sid).toBe(userNext.claims.sid)
    expect((await me(await refreshed(userNext))).status).toBe(200)
    expect((await me(await refreshed(satelliteNext))).status).toBe(200)
  })

  test('loses only its own grant if its used refresh token returns', async () => {
    const user = await anOwner()
    const satellite = await joined(user)
    const next = await refreshed(satellite)
    laterBy(31)
    expect((await client().post('/api/v1/iam/auth/refresh', { refreshToken: satellite.refreshToken })).status).toBe(401)
    expect([(await me(next)).status, (await me(satellite)).status, (await me(user)).status]).toEqual([401, 401, 200])
    expect((await me(await refreshed(user))).status).toBe(200)
  })

  test('loses access with the next request after the user signs out everywhere', async () => {
    const user = await anOwner()
    const satellite = await joined(user)
    const other = await joined(user)
    expect((await user.post('/api/iam/auth/logout-everywhere')).status).toBe(204)
    for (const each of [satellite, other]) {
      expect((await me(each)).body.errorCode).toBe('SESSION_REVOKED')
      const again = await client().post('/api/v1/iam/auth/refresh', { refreshToken: each.refreshToken })
      expect(again.body.errorCode).toBe('SESSION_REVOKED')
    }
  })

  test('loses access when its session ends and keeps it when others end', async () => {
    const person = await verified()
    const [one, two] = [await signedIn(person), await signedIn(person)]
    const [ofOne, ofTwo] = [await joined(one), await joined(two)]
    await one.post('/api/iam/auth/logout-others')
    expect([(await me(ofOne)).status, (await me(ofTwo)).status]).toEqual([200, 401])
    await one.delete(`/api/iam/sessions/${one.claims.sid}`)
    expect((await me(ofOne)).status).toBe(401)
    expect((await client().post('/api/v1/iam/auth/refresh', { refreshToken: ofOne.refreshToken })).body.errorCode).toBe(
      'SESSION_REVOKED',
    )
  })

  test('can sign the user out everywhere', async () => {
    const user = await anOwner()
    const satellite = await joined(user)
    await satellite.post('/api/iam/auth/logout-everywhere')
    expect((await me(user)).status).toBe(401)
  })

  test('selects a tenant for itself only', async () => {
    const owner = await anOwner()
    const colleague = await aColleague(await anOwner(), 'viewer')
    const { body } = await owner.post('/api/iam/tenants', { name: 'Second' })
    const satellite = await joined(owner)
    const selected = await satellite.post('/api/iam/auth/select-tenant', { tenantId: body.id })
    expect([selected.status, selected.body.refreshToken]).toEqual([200, null])
    expect((await me(await refreshed(satellite))).body.tenant.name).toBe('Second')
    expect((await me(await refreshed(owner))).body.tenant.id).toBe(owner.tenants[0]?.id)
    expect((await me(await joined(colleague))).body.tenant.role).toBe('viewer')
  })

  test('cannot authorize another satellite', async () => {
    const user = await anOwner()
    const { clientId } = await aSatellite()
    const satellite = await joined(user)
    expect((await authorize(satellite, clientId, aVerifier())).body.errorCode).toBe('OPERATION_NOT_ALLOWED')
    const { tenants } = user
    const selected = await satellite.post('/api/iam/auth/select-tenant', { tenantId: tenants[0]?.id })
    const again = await authorize(client(selected.body.accessToken), clientId, aVerifier())
    expect(again.body.errorCode).toBe('OPERATION_NOT_ALLOWED')
  })
})

describe('a satellite code', () => {
  const issued = async () => {
    const user = await anOwner()
    const satellite = await aSatellite()
    const codeVerifier = aVerifier()
    const { body, status } = await authorize(user, satellite.clientId, codeVerifier)
    return { user, body, status, sent: { ...satellite, codeVerifier, code: body.code } }
  }

  test('has a redirect URI and a lifetime and is not stored in clear text', async () => {
    const { status, body } = await issued()
    expect([status, body]).toEqual([
      201,
      { code: expect.any(String), clientId: expect.any(String), redirectUri: REDIRECT, expiresInSeconds: 60 },
    ])
    const digest = createHash('sha256').update(body.code).digest('hex')
    const [stored] = await app().db.query({ pk: `P#satellite-code#${digest}` })
    expect(stored).toBeDefined()
    expect(JSON.stringify(stored)).not.toContain(body.code)
  })

  test("is refused a second time and ends its tokens at once, but not the user's", async () => {
    const user = await anOwner()
    const satellite = await joined(user)
    const next = await refreshed(satellite)
    expect(told(await exchange(satellite.sent))).toEqual(refused('code'))
    expect([(await me(satellite)).status, (await me(next)).status]).toEqual([401, 401])
    const { refreshToken } = next
    expect((await client().post('/api/v1/iam/auth/refresh', { refreshToken })).status).toBe(401)
    expect((await me(user)).status).toBe(200)
    expect((await me(await refreshed(user))).status).toBe(200)
  })

  test('also ends tokens that were refreshed before its second use', async () => {
    const user = await anOwner()
    const satellite = await joined(user)
    const selected = await satellite.post('/api/iam/auth/select-tenant', { tenantId: user.tenants[0]?.id })
    expect(told(await exchange(satellite.sent))).toEqual(refused('code'))
    expect((await me(client(selected.body.accessToken))).status).toBe(401)
  })

  test('leaves no valid tokens if it is used twice at the same time', async () => {
    const { sent } = await issued()
    const both = await Promise.all([exchange(sent), exchange(sent)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const { body } = both.find(({ status }) => status === 200) ?? {}
    expect((await me(client(body.accessToken))).status).toBe(401)
  })

  test('expires after a minute', async () => {
    const { sent } = await issued()
    laterBy(60)
    expect(told(await exchange(sent))).toEqual(refused('code'))
  })

  test('is refused with another verifier, also with the challenge itself', async () => {
    const { sent } = await issued()
    for (const codeVerifier of [aVerifier(), challengeOf(sent.codeVerifier), `${sent.codeVerifier}x`])
      expect(told(await exchange({ ...sent, codeVerifier }))).toEqual(refused('codeVerifier'))
    expect((await exchange(sent)).status).toBe(200)
  })

  test('is refused without the secret of its own satellite', async () => {
    const { sent } = await issued()
    const other = await aSatellite()
    expect(told(await exchange({ ...sent, clientSecret: other.clientSecret }))).toEqual(refused('clientSecret'))
    expect(told(await exchange({ ...sent, clientId: 'nobody' }))).toEqual(refused('clientSecret'))
    expect(told(await exchange({ ...sent, ...other }))).toEqual(refused('code'))
    expect((await exchange(sent)).status).toBe(200)
  })

  test('is refused if its session has ended', async () => {
    const { user, sent } = await issued()
    await user.post('/api/iam/auth/logout-everywhere')
    expect(told(await exchange(sent))).toEqual(refused('code'))
    const another = await issued()
    await another.user.delete(`/api/iam/sessions/${another.user.claims.sid}`)
    expect(told(await exchange(another.sent))).toEqual(refused('code'))
  })

  test('is issued only for exactly a registered redirect URI', async () => {
    const user = await anOwner()
    const { clientId } = await aSatellite()
    for (const redirectUri of [
      `${REDIRECT}&more=1`,
      `${REDIRECT}#`,
      'https://shop.example/signed-in',
      'https://shop.example',
      'https://SHOP.example/',
      'http://shop.example/',
      'https://shop.example/../',
      'https://shop.example.attacker.example/',
    ])
      expect(told(await authorize(user, clientId, aVerifier(), redirectUri))).toEqual(refused('redirectUri'))
    expect((await authorize(user, clientId, aVerifier(), 'https://shop.example/')).status).toBe(201)
    expect(told(await authorize(user, 'nobody', aVerifier()))).toEqual(refused('clientId'))
  })

  test('requires a SHA-256 challenge and refuses a plain verifier', async () => {
    const user = await anOwner()
    const { clientId } = await aSatellite()
    const ask = (more: object) =>
      user.post('/api/iam/satellite/authorize', { clientId, redirectUri: REDIRECT, ...more })
    expect(told(await ask({}))).toEqual(refused('codeChallenge'))
    expect(told(await ask({ codeChallenge: 'x'.repeat(42) }))).toEqual(refused('codeChallenge'))
    const codeChallenge = challengeOf(aVerifier())
    expect(told(await ask({ codeChallenge, codeChallengeMethod: 'plain' }))).toEqual(refused('codeChallengeMethod'))
    const codeVerifier = aVerifier()
    const { body } = await ask({ codeChallenge: codeVerifier })
    const clientSecret = await renewSatelliteSecret(app(), clientId)
    expect(told(await exchange({ code: body.code, clientId, clientSecret, codeVerifier }))).toEqual(
      refused('codeVerifier'),
    )
  })
})

describe('the rate limits', () => {
  const SERVER = '198.51.100.20'
  const refreshing = (refreshToken: string, from = SERVER) =>
    send('POST', '/api/v1/iam/auth/refresh', { body: { refreshToken }, from })
  const limited = ({ status, headers }: Received) => [status, headers['X-RateLimit-Limit']]
  /** Stops the clock in a new rate limit window. */
  const atOneMoment = (limits: Partial<Config['limits']> = {}) => {
    laterBy(61)
    const [now, { config }] = [app().clock(), app()]
    useApp({ ...app(), clock: () => now, config: { ...config, limits: { ...config.limits, ...limits } } })
  }

  test('let a satellite refresh for many users from one address without using up that address', async () => {
    const user = await anOwner()
    const satellite = await aSatellite()
    const users = await Promise.all(Array.from({ length: 12 }, () => joined(user, satellite)))
    atOneMoment()
    for (const { refreshToken } of users) expect(limited(await refreshing(refreshToken))).toEqual([200, '1200'])
    for (let left = 9; left >= 0; left--)
      expect((await refreshing('of nobody')).headers['X-RateLimit-Remaining']).toBe(String(left))
    expect(limited(await refreshing(user.refreshToken))).toEqual([429, '10'])
  })

  test("count all requests of a satellite from any address, and no other satellite's", async () => {
    const user = await anOwner()
    const satellite = await aSatellite()
    const [one, two, other] = [await joined(user, satellite), await joined(user, satellite), await joined(user)]
    atOneMoment({ satellite: 4 })
    expect(limited(await refreshing(one.refreshToken))).toEqual([200, '4'])
    expect(limited(await refreshing(two.refreshToken, nextAddress()))).toEqual([200, '4'])
    const third = await joined(user, satellite)
    expect(limited(third.answer)).toEqual([200, '4'])
    expect(limited(await refreshing(third.refreshToken))).toEqual([200, '4'])
    const denied = await refreshing(one.refreshToken, nextAddress())
    expect([...limited(denied), Number(denied.headers['Retry-After']) > 0]).toEqual([429, '4', true])
    expect(limited((await joined(user, satellite)).answer)).toEqual([429, '4'])
    expect(limited(await refreshing(other.refreshToken))).toEqual([200, '4'])
  })

  test("count each grant separately, so that one user cannot use up the satellite's limit", async () => {
    const user = await anOwner()
    const satellite = await aSatellite()
    const [one, two] = [await joined(user, satellite), await joined(user, satellite)]
    atOneMoment()
    let { refreshToken } = one
    for (let time = 0; time < 10; time++) refreshToken = (await refreshing(refreshToken)).body.refreshToken
    expect(limited(await refreshing(refreshToken))).toEqual([429, '10'])
    expect((await refreshing(two.refreshToken)).headers['X-RateLimit-Remaining']).toBe('1189')
  })

  test('count by address if the secret or the token is not valid', async () => {
    const { sent, refreshToken } = await joined(await anOwner())
    const from = nextAddress()
    const ids = await readRefreshToken(app(), refreshToken)
    const invented = [ids?.identity, ids?.session, ids?.grant, 'x'.repeat(43)].join('.')
    const refused = await refreshing(invented, from)
    expect([...limited(refused), refused.headers['X-RateLimit-Remaining']]).toEqual([401, '10', '9'])
    const guess = { ...sent, clientSecret: 'a guess' }
    expect(limited(await exchange(guess))).toEqual([400, '120'])
    expect(limited(await exchange({ ...sent, code: 'a guess' }))).toEqual([400, '1200'])
    for (const body of ['', '[', '7', 'null', { clientId: {}, clientSecret: [] }])
      expect(limited(await send('POST', '/api/v1/iam/auth/satellite/token', { body, from }))).toEqual([400, '120'])
  })
})

describe('the operator', () => {
  test('registers satellites with safe redirect URIs and unique client ids', async () => {
    for (const uri of [
      'http://shop.example/',
      'https://shop.example/#x',
      'https://user@shop.example/',
      'javascript:alert(1)',
      'https://shop.example',
      '/signed-in',
    ])
      await expect(addSatellite(app(), 'unsafe', [uri])).rejects.toMatchObject({ errorCode: 'VALIDATION_ERROR' })
    await expect(addSatellite(app(), 'Unsafe Name', [REDIRECT])).rejects.toMatchObject({ status: 400 })
    await expect(addSatellite(app(), 'nowhere', [])).rejects.toMatchObject({ status: 400 })
    const { clientId } = await aSatellite()
    await expect(addSatellite(app(), clientId, [REDIRECT])).rejects.toMatchObject({ errorCode: 'ALREADY_EXISTS' })
    expect(JSON.stringify(await describeSatellites(app()))).not.toMatch(/secret/i)
  })

  test('replaces a secret and removes a satellite', async () => {
    const user = await anOwner()
    const { clientId, clientSecret } = await aSatellite()
    const renewed = await renewSatelliteSecret(app(), clientId)
    expect((await joined(user, { clientId, clientSecret })).answer.status).toBe(400)
    const held = await joined(user, { clientId, clientSecret: renewed })
    expect(held.answer.status).toBe(200)
    await removeSatellite(app(), clientId)
    expect(told(await authorize(user, clientId, aVerifier()))).toEqual(refused('clientId'))
    const { refreshToken } = held
    const again = await client().post('/api/v1/iam/auth/refresh', { refreshToken })
    expect([again.status, again.body.errorCode]).toEqual([401, 'SESSION_REVOKED'])
    expect((await me(await refreshed(user))).status).toBe(200)
    await expect(removeSatellite(app(), clientId)).rejects.toMatchObject({ errorCode: 'NOT_FOUND' })
  })
})
