import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { client, type Received, send } from '../support/client.ts'
import { mailsTo, nextMailTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'
import { holdRefunds } from './held-refunds.ts'

const AUTH = '/api/v1/iam/auth'
const PASSWORD = 'correct horse battery'

let people = 0
/** Each user has an address of their own, so that rate limits by address do not interfere. */
const somebody = () => {
  const number = ++people
  const from = `198.51.100.${number}`
  return {
    email: `person${number}.${process.env.TABLE_NAME}@example.com`,
    post: (path: string, body: unknown, token?: string) =>
      send('POST', path, { body, from, headers: token ? { authorization: `Bearer ${token}` } : {} }),
  }
}
type Person = ReturnType<typeof somebody>

const tokenIn = ({ text }: { text: string }) => /token=([\w.-]+)/.exec(text)?.[1] as string

const registered = async (person: Person, fields: object = {}) => {
  const answer = await person.post(`${AUTH}/register`, {
    email: person.email,
    password: PASSWORD,
    firstName: 'Ada',
    ...fields,
  })
  await drainEvents()
  return answer
}

const verified = async (fields: object = {}) => {
  const person = somebody()
  await registered(person, fields)
  await person.post(`${AUTH}/verify-email`, { token: tokenIn(await nextMailTo(person.email)) })
  return person
}

const signedIn = async (person: Person) =>
  (await person.post(`${AUTH}/login`, { email: person.email, password: PASSWORD })).body

const laterBy = (seconds: number) => {
  const at = app().clock()
  useApp({ ...app(), clock: () => new Date(at.getTime() + seconds * 1000) })
}
beforeEach(() => useApp(undefined))

describe('a registration', () => {
  it('leads by mail to the first sign-in as owner of the tenant', async () => {
    const person = somebody()
    const { status, body } = await registered(person, { company: 'Engines Ltd', country: 'GB', marketingOptIn: true })
    expect([status, body]).toEqual([201, { id: expect.any(String), email: person.email }])
    const early = await person.post(`${AUTH}/login`, { email: person.email, password: PASSWORD })
    expect([early.status, early.body.errorCode]).toEqual([403, 'EMAIL_NOT_VERIFIED'])

    const mail = await nextMailTo(person.email)
    expect((await person.post(`${AUTH}/verify-email`, { token: tokenIn(mail) })).status).toBe(204)
    const tokens = await signedIn(person)
    expect(tokens).toMatchObject({
      tokenType: 'Bearer',
      expiresIn: 900,
      tenants: [{ name: 'Engines Ltd', role: 'owner' }],
    })
    const me = (await client(tokens.accessToken).get('/api/iam/me')).body
    expect(me).toMatchObject({
      '@type': 'Me',
      id: body.id,
      email: person.email,
      emailVerified: true,
      country: 'GB',
      tenant: { name: 'Engines Ltd', role: 'owner' },
    })
    expect(me.scopes).toContain('warehousing:custodian:write')
  })

  it('gets the same response for a registered address and mails its owner', async () => {
    const person = await verified()
    const other = somebody()
    const first = await registered(other)
    const again = await registered(person, { password: 'another password' })
    const told = ({ status, headers, body }: Received, { email }: Person) => [
      status,
      Object.keys(headers),
      { ...body, id: /^[0-7][0-9A-Z]{25}$/.test(body.id), email: body.email === email },
    ]
    expect(told(again, person)).toEqual(told(first, other))
    expect((await registered(person, { password: 'another password' })).body.id).not.toBe(again.body.id)
    const mails = await mailsTo(person.email)
    expect(mails).toHaveLength(3)
    expect(mails[0]?.text).not.toMatch(/token=/)
    expect((await person.post(`${AUTH}/login`, { email: person.email, password: 'another password' })).status).toBe(401)
  })

  it('of an unverified address is confirmed by its own mail, and nothing is left of an earlier one', async () => {
    const person = somebody()
    await registered(person, {
      password: 'of somebody else',
      firstName: 'Mallory',
      country: 'FR',
      marketingOptIn: true,
    })
    const first = tokenIn(await nextMailTo(person.email))
    await registered(person)
    const second = tokenIn((await mailsTo(person.email))[0] as never)
    const verify = async (token: string) => (await person.post(`${AUTH}/verify-email`, { token })).status
    const logIn = (password: string) => person.post(`${AUTH}/login`, { email: person.email, password })
    expect([await verify(first), (await logIn(PASSWORD)).body.errorCode]).toEqual([400, 'EMAIL_NOT_VERIFIED'])
    expect([await verify(second), (await logIn('of somebody else')).status]).toEqual([204, 401])
    const { accessToken } = await signedIn(person)
    expect((await client(accessToken).get('/api/iam/me')).body).toMatchObject({ firstName: 'Ada', country: null })
  })

  it('creates one account for concurrent requests, which one of the mails verifies', async () => {
    const person = somebody()
    const given = { email: person.email, password: PASSWORD, firstName: 'Ada' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => person.post(`${AUTH}/register`, given)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    await drainEvents()
    const tries = []
    for (const mail of await mailsTo(person.email))
      tries.push((await person.post(`${AUTH}/verify-email`, { token: tokenIn(mail) })).status)
    expect(tries.filter((status) => status === 204)).toHaveLength(1)
    expect((await signedIn(person)).tenants).toHaveLength(1)
  })

  it('reports all violations', async () => {
    const { status, body } = await somebody().post(`${AUTH}/register`, {
      email: 'x',
      password: 'short',
      country: 'Utopia',
    })
    expect(status).toBe(400)
    expect(body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath).sort()).toEqual([
      'country',
      'email',
      'firstName',
      'password',
    ])
  })
})

describe('a new password', () => {
  const common = { propertyPath: 'password', message: 'must not be one of the most common passwords' }

  it.each(['password1', 'Password1', 'QWERTYUIOP', 'ｐassword1'])(
    'is refused if it is as common as %s',
    async (password) => {
      const { status, body } = await registered(somebody(), { password })
      expect([status, body.violations]).toEqual([400, [common]])
    },
  )

  it('is refused in a reset if it is common, and the token stays valid', async () => {
    const person = await verified()
    await person.post(`${AUTH}/request-password-reset`, { email: person.email })
    await drainEvents()
    const token = tokenIn(await nextMailTo(person.email))
    const refused = await person.post(`${AUTH}/reset-password`, { token, newPassword: 'letmein123' })
    expect([refused.status, refused.body.violations]).toEqual([400, [{ ...common, propertyPath: 'newPassword' }]])
    const set = await person.post(`${AUTH}/reset-password`, { token, newPassword: 'a rare one, this' })
    expect(set.status).toBe(204)
  })
})

describe('mailed tokens', () => {
  it('work once and only until a newer one is mailed', async () => {
    const person = somebody()
    await registered(person)
    const first = tokenIn(await nextMailTo(person.email))
    expect((await person.post(`${AUTH}/resend-verification`, { email: person.email })).status).toBe(202)
    await drainEvents()
    const second = tokenIn((await mailsTo(person.email))[0] as never)
    expect(second).not.toBe(first)
    const verify = async (token: string) => (await person.post(`${AUTH}/verify-email`, { token })).status
    expect([await verify(first), await verify(second), await verify(second)]).toEqual([400, 204, 400])
  })

  it('expire after a day for a verification and an hour for a reset', async () => {
    const person = somebody()
    await registered(person)
    const verification = tokenIn(await nextMailTo(person.email))
    laterBy(24 * 3600 + 1)
    expect((await person.post(`${AUTH}/verify-email`, { token: verification })).status).toBe(400)
    useApp(undefined)
    await person.post(`${AUTH}/request-password-reset`, { email: person.email })
    await drainEvents()
    const reset = tokenIn((await mailsTo(person.email))[0] as never)
    laterBy(3601)
    expect((await person.post(`${AUTH}/reset-password`, { token: reset, newPassword: 'brand new one' })).status).toBe(
      400,
    )
  })

  it('are requested with the same response for known and unknown addresses', async () => {
    const known = await verified()
    const unknown = somebody()
    for (const operation of ['request-password-reset', 'resend-verification']) {
      const [a, b] = [known, unknown].map((person) => person.post(`${AUTH}/${operation}`, { email: person.email }))
      expect([(await a)?.status, (await a)?.text]).toEqual([(await b)?.status, (await b)?.text])
    }
    await drainEvents()
    expect(await mailsTo(unknown.email)).toEqual([])
  })

  it('are not stored in clear text', async () => {
    const person = somebody()
    await registered(person)
    const token = tokenIn(await nextMailTo(person.email))
    const { identity } = { identity: token.split('.')[0] as string }
    const items = [
      ...(await app().db.query({ pk: `I#${identity}` })),
      ...(await app().db.query({ pk: 'T#PLATFORM#outbox' })),
    ]
    expect(JSON.stringify(items)).not.toContain(token.split('.')[1])
  })
})

describe('a password reset', () => {
  it('replaces the password and revokes every session and access token', async () => {
    const person = await verified()
    const before = await signedIn(person)
    await person.post(`${AUTH}/request-password-reset`, { email: person.email })
    await drainEvents()
    const token = tokenIn((await mailsTo(person.email))[0] as never)
    expect((await person.post(`${AUTH}/reset-password`, { token, newPassword: 'a brand new one' })).status).toBe(204)
    expect((await client(before.accessToken).get('/api/iam/me')).body.errorCode).toBe('SESSION_REVOKED')
    expect((await person.post(`${AUTH}/refresh`, { refreshToken: before.refreshToken })).status).toBe(401)
    expect((await person.post(`${AUTH}/login`, { email: person.email, password: PASSWORD })).status).toBe(401)
    expect((await person.post(`${AUTH}/login`, { email: person.email, password: 'a brand new one' })).status).toBe(200)
  })
})

describe('a sign-in', () => {
  it('is refused with the same response for an unknown address and a wrong password', async () => {
    const person = await verified()
    const stranger = somebody()
    const wrong = await person.post(`${AUTH}/login`, { email: person.email, password: 'not this one' })
    const unknown = await stranger.post(`${AUTH}/login`, { email: stranger.email, password: 'not this one' })
    expect({ ...wrong.body, instance: '' }).toEqual({ ...unknown.body, instance: '' })
    expect(wrong.status).toBe(401)
    expect(wrong.headers['WWW-Authenticate']).toMatch(/^Bearer/)
  })

  it('is limited to ten a minute by address, with rate limit headers', async () => {
    laterBy(0)
    const person = somebody()
    const tries = []
    for (let i = 0; i < 12; i++)
      tries.push(await person.post(`${AUTH}/login`, { email: `x${i}@example.com`, password: 'guess' }))
    const limited = tries.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(2)
    expect(limited[0]?.body.errorCode).toBe('RATE_LIMITED')
    expect(Number(limited[0]?.headers['Retry-After'])).toBeGreaterThanOrEqual(1)
    expect(limited[0]?.headers['X-RateLimit-Limit']).toBe('10')
    expect(limited[0]?.headers['X-RateLimit-Remaining']).toBe('0')
    expect(tries[0]?.headers['X-RateLimit-Remaining']).toBe('9')
  })

  it('is blocked for a while after ten failures from anywhere; successes do not count', async () => {
    const person = await verified()
    laterBy(0)
    for (let i = 0; i < 12; i++) expect((await attempt(person.email, PASSWORD, i)).status).toBe(200)
    const failures = []
    for (let i = 0; i < 10; i++) failures.push((await attempt(person.email, 'wrong guess', i)).status)
    expect(new Set(failures)).toEqual(new Set([401]))
    expect((await attempt(person.email, PASSWORD, 50)).status).toBe(429)
    laterBy(901)
    expect((await attempt(person.email, PASSWORD, 12)).status).toBe(200)
  })

  it('is not refused after many with the right password at once', async () => {
    laterBy(0)
    const person = await verified()
    holdRefunds(/^G#account#[0-9a-f]+$/, 15)
    const answers = await Promise.all(Array.from({ length: 15 }, (_, i) => attempt(person.email, PASSWORD, 60 + i)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    expect((await attempt(person.email, PASSWORD, 80)).status).toBe(200)
  })

  const attempt = (email: string, password: string, i: number) =>
    send('POST', `${AUTH}/login`, { body: { email, password }, from: `192.0.2.${i}` })
})

describe('a refresh', () => {
  it('rotates the token, repeats the successor for a repeated request, and ends the session if a used token returns later', async () => {
    const person = await verified()
    const { refreshToken, accessToken } = await signedIn(person)
    const refresh = (token: string) =>
      send('POST', `${AUTH}/refresh`, { body: { refreshToken: token }, from: `192.0.2.${people++ % 250}` })
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const successors = new Set(answers.map(({ body }) => body.refreshToken))
    expect(successors.size).toBe(1)
    const [successor] = [...successors]
    expect((await client(answers[0]?.body.accessToken).get('/api/iam/me')).body.tenant).not.toBeNull()

    laterBy(31)
    expect((await refresh(refreshToken)).status).toBe(401)
    expect((await refresh(successor)).status).toBe(401)
    expect((await client(accessToken).get('/api/iam/me')).status).toBe(401)
  })

  it('is refused without a valid refresh token', async () => {
    const person = await verified()
    const { accessToken } = await signedIn(person)
    for (const refreshToken of ['x', 'a.b.c', accessToken])
      expect((await person.post(`${AUTH}/refresh`, { refreshToken })).status).toBe(401)
  })

  it('is refused after 30 days', async () => {
    const person = await verified()
    const { refreshToken } = await signedIn(person)
    laterBy(30 * 24 * 3600 + 1)
    expect((await person.post(`${AUTH}/refresh`, { refreshToken })).status).toBe(401)
  })
})

describe('signing out', () => {
  it('everywhere ends all sessions with their next request, and a new sign-in works at once', async () => {
    const person = await verified()
    const [one, two] = [await signedIn(person), await signedIn(person)]
    expect((await person.post('/api/iam/auth/logout-everywhere', undefined, one.accessToken)).status).toBe(204)
    for (const { accessToken, refreshToken } of [one, two]) {
      expect((await client(accessToken).get('/api/iam/me')).body.errorCode).toBe('SESSION_REVOKED')
      expect((await person.post(`${AUTH}/refresh`, { refreshToken })).status).toBe(401)
    }
    expect((await client((await signedIn(person)).accessToken).get('/api/iam/me')).status).toBe(200)
  })

  it('of the other sessions keeps the current one', async () => {
    const person = await verified()
    const [one, two] = [await signedIn(person), await signedIn(person)]
    expect((await person.post('/api/iam/auth/logout-others', undefined, one.accessToken)).status).toBe(204)
    expect((await client(one.accessToken).get('/api/iam/me')).status).toBe(200)
    expect((await client(two.accessToken).get('/api/iam/me')).status).toBe(401)
    expect((await person.post(`${AUTH}/refresh`, { refreshToken: one.refreshToken })).status).toBe(200)
    expect((await person.post(`${AUTH}/refresh`, { refreshToken: two.refreshToken })).status).toBe(401)
  })
})

describe('access tokens', () => {
  it('expire after 15 minutes and not a second later', async () => {
    const { accessToken } = await signedIn(await verified())
    const me = () => client(accessToken).get('/api/iam/me')
    const { exp = 0 } = decodeJwt(accessToken)
    useApp({ ...app(), clock: () => new Date(exp * 1000 - 1) })
    expect((await me()).status).toBe(200)
    useApp({ ...app(), clock: () => new Date(exp * 1000) })
    expect((await me()).body.errorCode).toBe('TOKEN_EXPIRED')
  })

  it('expire even if they were verified a moment before', async () => {
    let now = app().clock()
    useApp({ ...app(), clock: () => now })
    const { accessToken } = await signedIn(await verified())
    const me = () => client(accessToken).get('/api/iam/me')
    expect((await me()).status).toBe(200)
    now = new Date(now.getTime() + 900_000)
    expect((await me()).body.errorCode).toBe('TOKEN_EXPIRED')
  })

  it('can be verified with the published keys', async () => {
    const { accessToken } = await signedIn(await verified())
    const { body, headers } = await client().get('/.well-known/jwks.json')
    const { payload, protectedHeader } = await jwtVerify(accessToken, createLocalJWKSet(body), { typ: 'at+jwt' })
    expect(protectedHeader.alg).toBe('ES256')
    const claims = ['amr', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'jti', 'mbr', 'scope', 'sid', 'sub', 'tid']
    expect(Object.keys(payload).sort()).toEqual(claims)
    expect(JSON.stringify(body)).not.toContain('"d"')
    expect(headers['Cache-Control']).toContain('public')
  })

  it('without a tenant are accepted only by operations that need none', async () => {
    const person = await verified()
    const { tenants, accessToken } = await signedIn(person)
    const selected = await person.post('/api/iam/auth/select-tenant', { tenantId: tenants[0].id }, accessToken)
    expect([selected.status, selected.body.refreshToken]).toEqual([200, null])
    expect(
      (await person.post('/api/iam/auth/select-tenant', { tenantId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, accessToken))
        .status,
    ).toBe(404)
  })
})
