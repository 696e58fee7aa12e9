import { afterAll, describe, expect, it } from 'vitest'
import { createTokenAuthentication } from '../../client/src/authentication.ts'
import { createClient } from '../../client/src/create-client.ts'
import { CredentialsRefusedError, SessionEndedError } from '../../client/src/errors.ts'
import { createServiceAccount } from '../../client/src/service-account.ts'
import { createSession, type SessionTokens } from '../../client/src/session.ts'
import {
  aClock,
  answerText,
  closeConnection,
  type Received,
  refuse,
  startFaultyServer,
  succeed,
} from './faulty-server.ts'

const server = await startFaultyServer()
afterAll(() => server.stop())

const REFRESH = '/api/v1/iam/auth/refresh'
const TOKEN = '/api/v1/iam/auth/token'
const expired = refuse(401, 'TOKEN_EXPIRED')
const getBearer = ({ headers }: Received) => headers.authorization?.replace('Bearer ', '')
const tokens = (n: number, more: object = {}): SessionTokens => ({
  accessToken: `access${n}`,
  refreshToken: `refresh${n}`,
  ...more,
})

/** Answers requests for tokens with the next ones, and refuses all access tokens but the newest. */
const planTokens = (answerRefresh = (n: number) => succeed(tokens(n, { expiresIn: 900 }))) => {
  let newest = 1
  server.plan((response, received) => {
    if (received.url === REFRESH) return answerRefresh(++newest)(response, received)
    return getBearer(received) === `access${newest}` ? succeed()(response, received) : expired(response, received)
  })
}
const countRefreshes = () => server.received.filter(({ url }) => url === REFRESH).length

describe('the session of a person', () => {
  const aClient = (options: Parameters<typeof createSession>[0]) => {
    const session = createSession(options)
    const time = aClock()
    return {
      session,
      ...time,
      client: createClient({ baseUrl: server.url, authentication: session, clock: time.clock }),
    }
  }

  it('gets new tokens when the access token has ended, stores them and sends the request again', async () => {
    const saved: SessionTokens[] = []
    const { client, session } = aClient({ tokens: tokens(0), save: (each) => saved.push(each) })
    planTokens()
    await client.partner.partners.create({ name: 'Nordlicht' })
    expect(server.received.map(({ url }) => url)).toEqual(['/api/partner/partners', REFRESH, '/api/partner/partners'])
    expect(JSON.parse(server.received[1]?.body ?? '')).toEqual({ refreshToken: 'refresh0' })
    expect(server.received[1]?.headers.authorization).toBeUndefined()
    expect(saved).toEqual([tokens(2, { expiresIn: 900 })])
    expect(session.tokens?.refreshToken).toBe('refresh2')
  })

  it('gets new tokens once for all requests that were refused together', async () => {
    const { client } = aClient({ tokens: tokens(0) })
    planTokens()
    await Promise.all(Array.from({ length: 8 }, (_, i) => client.partner.partners.get(String(i + 1))))
    expect(countRefreshes()).toBe(1)
  })

  it('gets new tokens before the access token ends', async () => {
    const { client, pass } = aClient({ tokens: tokens(0) })
    planTokens()
    await client.iam.me.get()
    pass(869_000)
    await client.iam.me.get()
    expect(countRefreshes()).toBe(1)
    pass(2_000)
    server.received.length = 0
    await client.iam.me.get()
    expect(server.received.map(({ url }) => url)).toEqual([REFRESH, '/api/iam/me'])
  })

  it('uses the tokens that another program has stored meanwhile', async () => {
    let stored = tokens(0)
    const { client } = aClient({ tokens: tokens(0), load: () => stored })
    planTokens()
    stored = tokens(1)
    await client.iam.me.get()
    expect(countRefreshes()).toBe(0)

    planTokens(() => (response, received) => {
      stored = tokens(2)
      return refuse(401, 'SESSION_REVOKED')(response, received)
    })
    const other = aClient({ tokens: tokens(0), load: () => (stored.accessToken === 'access2' ? stored : undefined) })
    await other.client.iam.me.get()
    expect(other.session.tokens).toEqual(tokens(2))
  })

  it('keeps the refresh token when selecting a tenant returns none', async () => {
    const { session } = aClient({ tokens: tokens(0) })
    await session.adopt(tokens(1, { refreshToken: null }))
    expect(session.tokens).toEqual({ accessToken: 'access1', refreshToken: 'refresh0' })
  })

  it('ends when the refresh token is refused, for all requests from then on, until somebody signs in', async () => {
    const { client, session } = aClient({ tokens: tokens(0) })
    planTokens(() => refuse(401, 'SESSION_REVOKED'))
    await expect(client.iam.me.get()).rejects.toThrow(SessionEndedError)
    const sent = server.received.length
    await expect(client.iam.me.get()).rejects.toThrow(SessionEndedError)
    expect([server.received.length, session.tokens]).toEqual([sent, undefined])
    planTokens()
    await session.adopt(tokens(1))
    expect(await client.iam.me.get()).toEqual({ id: '1' })
  })

  it('ends when the platform has ended it', async () => {
    const { client } = aClient({ tokens: tokens(0) })
    server.plan(refuse(401, 'SESSION_REVOKED'))
    await expect(client.iam.me.get()).rejects.toThrow(SessionEndedError)
    expect(server.received).toHaveLength(1)
  })

  it('does not end because the platform cannot be reached', async () => {
    const { client, session } = aClient({ tokens: tokens(0) })
    planTokens(() => closeConnection)
    await expect(client.iam.me.get()).rejects.toMatchObject({ name: 'ConnectionError' })
    expect(session.tokens).toEqual(tokens(0))
    // The first attempt and three repetitions.
    expect(countRefreshes()).toBe(4)
  })

  it('does not repeat a refresh after the time for which the platform recognises a repetition', async () => {
    const { client } = aClient({ tokens: tokens(0) })
    planTokens((n) => (n === 2 ? closeConnection : refuse(429, 'RATE_LIMITED', { 'retry-after': '40' })))
    await expect(client.iam.me.get()).rejects.toMatchObject({ errorCode: 'RATE_LIMITED' })
    expect(countRefreshes()).toBe(2)
  })

  it('is tried with one new token only', async () => {
    const { client } = aClient({ tokens: tokens(0) })
    server.plan((response, received) => (received.url === REFRESH ? succeed(tokens(1)) : expired)(response, received))
    await expect(client.iam.me.get()).rejects.toMatchObject({ errorCode: 'TOKEN_EXPIRED' })
    expect(countRefreshes()).toBe(1)
  })

  it('is left alone by other refusals, and by operations that need no token', async () => {
    const { client } = aClient({ tokens: tokens(0) })
    server.plan(refuse(401, 'INVALID_CREDENTIALS'))
    await expect(client.iam.account.delete()).rejects.toMatchObject({ errorCode: 'INVALID_CREDENTIALS' })
    await expect(client.iam.auth.login({ email: 'a@example.com', password: 'x' })).rejects.toMatchObject({
      status: 401,
    })
    expect(server.received.map(getBearer)).toEqual(['access0', undefined])
  })
})

describe('a service account', () => {
  const aClient = () => {
    const authentication = createServiceAccount({
      clientId: 'id 1',
      clientSecret: 's&cret',
      scopes: ['a:b:read', 'a:c:read'],
    })
    const time = aClock()
    return { ...time, client: createClient({ baseUrl: server.url, authentication, clock: time.clock }) }
  }
  const grant = (n: number) => succeed({ access_token: `access${n}`, token_type: 'Bearer', expires_in: 600 })

  const planGrants = () => {
    let newest = 0
    server.plan((response, received) => {
      if (received.url === TOKEN) return grant(++newest)(response, received)
      return getBearer(received) === `access${newest}` ? succeed()(response, received) : expired(response, received)
    })
    return { expire: () => void newest++ }
  }
  const countGrants = () => server.received.filter(({ url }) => url === TOKEN).length

  it('takes one token for its id and secret, as a form, and uses it until shortly before its end', async () => {
    const { client, pass } = aClient()
    planGrants()
    await Promise.all(['1', '2', '3'].map((id) => client.partner.partners.get(id)))
    expect(countGrants()).toBe(1)
    const [first] = server.received
    expect(first?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(first?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'id 1',
      client_secret: 's&cret',
      scope: 'a:b:read a:c:read',
    })
    pass(569_000)
    await client.partner.partners.get('1')
    expect(countGrants()).toBe(1)
    pass(2_000)
    await client.partner.partners.get('1')
    expect(countGrants()).toBe(2)
  })

  it('takes another token if one is refused', async () => {
    const { client } = aClient()
    const { expire } = planGrants()
    await client.partner.partners.get('1')
    expire()
    await client.partner.partners.get('1')
    expect(server.received.map(({ url }) => url)).toEqual([
      TOKEN,
      '/api/partner/partners/1',
      '/api/partner/partners/1',
      TOKEN,
      '/api/partner/partners/1',
    ])
  })

  it('repeats a request for a token that had no answer', async () => {
    const { client } = aClient()
    server.plan(closeConnection, grant(1), succeed())
    expect(await client.partner.partners.get('1')).toEqual({ id: '1' })
  })

  it.each([
    [
      'OAuth 2.0',
      answerText(401, '{"error":"invalid_client","error_description":"Unknown client."}'),
      'invalid_client',
    ],
    ['the platform', refuse(401, 'INVALID_CREDENTIALS'), 'INVALID_CREDENTIALS'],
  ])('says that its credentials are refused, as %s does', async (_, answer, code) => {
    const { client } = aClient()
    server.plan(answer)
    const error = await client.partner.partners.get('1').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CredentialsRefusedError)
    expect(error).toMatchObject({ code })
    expect(server.received).toHaveLength(1)
  })
})

describe('a token that the program has itself', () => {
  it('is asked for with each request and never replaced', async () => {
    let n = 0
    const authentication = createTokenAuthentication(async () => `access${++n}`)
    const client = createClient({ baseUrl: server.url, authentication })
    server.plan(succeed(), expired)
    await client.iam.me.get()
    await expect(client.iam.me.get()).rejects.toMatchObject({ errorCode: 'TOKEN_EXPIRED' })
    expect(server.received.map(getBearer)).toEqual(['access1', 'access2'])
  })
})
