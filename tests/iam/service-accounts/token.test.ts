import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { generateKeySecret } from '../../../lib/iam/service-accounts/key-secret.ts'
import { useApp } from '../../../lib/platform/app/app.ts'
import { newId } from '../../../lib/platform/id.ts'
import { client, send } from '../../support/client.ts'
import { anOwner, laterBy, type Owner } from '../people.ts'
import {
  ASSERTION_TYPE,
  actingAs,
  aKey,
  aKeyedAccount,
  claimsOf,
  type Keyed,
  nextAddress,
  PATH,
  requestToken,
  TOKEN_PATH,
  tokenOf,
} from './service-accounts.ts'

let owner: Owner
let account: Keyed
beforeAll(async () => {
  owner = await anOwner()
  account = await aKeyedAccount(owner)
})

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})

describe('a service account', () => {
  it('gets a token for its key, in the body or the header, and acts in its tenant with it', async () => {
    const posted = await tokenOf(account)
    expect([posted.status, posted.headers['Cache-Control'], posted.headers.Pragma]).toEqual([
      200,
      'no-store',
      'no-cache',
    ])
    expect(posted.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'partner:partner:read partner:partner:write',
    })
    const { sub, sid, tid, sub_type } = claimsOf(posted.body.access_token)
    expect([sub, sid, tid, sub_type]).toEqual([account.id, account.keyId, owner.tenant, 'service_account'])
    const basically = await requestToken({}, basic(account.id, account.secret))
    expect(basically.status).toBe(200)
    const { post, get } = client(basically.body.access_token)
    const created = await post('/api/partner/partners', { name: 'Nordlicht', roles: ['Partner.Supplier'] })
    expect(created.status).toBe(201)
    expect((await get('/api/partner/partners')).body.totalItems).toBe(1)
    expect((await get('/api/partner/partners')).headers['X-RateLimit-Limit']).toBe('1200')
  })

  it('gets a token for some of its scopes, and none for others', async () => {
    const narrowed = await tokenOf(account, { scope: 'partner:partner:read' })
    expect(narrowed.body.scope).toBe('partner:partner:read')
    const { post } = client(narrowed.body.access_token)
    const refused = await post('/api/partner/partners', { name: 'Nordlicht', roles: ['Partner.Supplier'] })
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'SCOPE_MISSING'])
    for (const scope of ['sales:order:read', 'partner:partner:read nothing', 'iam:member:write', '', ' ']) {
      const answer = await tokenOf(account, { scope })
      expect([scope, answer.status, answer.body.error]).toEqual([scope, 400, 'invalid_scope'])
    }
  })
})

describe('a request for a token', () => {
  it('that proves no client gets the same answer whether the client exists or not', async () => {
    const stranger = newId(new Date())
    const other = await aKeyedAccount(owner)
    const wrong: [string, Record<string, string>, Record<string, string>?][] = [
      ['an unknown client', { client_id: stranger, client_secret: generateKeySecret(newId(new Date())) }],
      ['an unknown client with a known key', { client_id: stranger, client_secret: account.secret }],
      ['a key of nobody', { client_id: account.id, client_secret: generateKeySecret(newId(new Date())) }],
      [
        'another secret under the id of a key',
        { client_id: account.id, client_secret: generateKeySecret(account.keyId) },
      ],
      ['the key of another account', { client_id: account.id, client_secret: other.secret }],
      ['a wrong checksum', { client_id: account.id, client_secret: `${account.secret.slice(0, -1)}~` }],
      ['no secret', { client_id: account.id }],
      ['nothing', {}],
      ['an id that is none', { client_id: 'nobody', client_secret: account.secret }],
      ['Basic without a colon', {}, { authorization: `Basic ${Buffer.from('x').toString('base64')}` }],
      ['Basic with broken escapes', {}, { authorization: `Basic ${Buffer.from('%:%').toString('base64')}` }],
      ['Basic of another client than the body', { client_id: other.id }, basic(account.id, account.secret)],
      ['an empty assertion', { client_assertion_type: ASSERTION_TYPE, client_assertion: '' }],
    ]
    const shown = new Set<string>()
    for (const [name, fields, headers] of wrong) {
      const answer = await requestToken(fields, headers)
      expect([name, answer.status, answer.body.error]).toEqual([name, 401, 'invalid_client'])
      expect(answer.headers['WWW-Authenticate']).toMatch(/^Basic realm=/)
      const { instance: _instance, ...rest } = answer.body
      shown.add(JSON.stringify([rest, Object.keys(answer.headers).sort()]))
    }
    expect([...shown]).toHaveLength(1)
  })

  it('that is not well formed is answered as OAuth demands', async () => {
    const { id: client_id, secret: client_secret } = account
    const proof = { client_id, client_secret }
    const refused = async (fields: Record<string, string>, headers?: Record<string, string>) => {
      const { status, body, headers: received } = await requestToken(fields, headers)
      expect(received['Content-Type']).toBe('application/json')
      expect(received['Cache-Control']).toBe('no-store')
      return [status, body.error]
    }
    expect(await refused({ ...proof, grant_type: 'password' })).toEqual([400, 'unsupported_grant_type'])
    expect(await refused(proof, basic(client_id, client_secret))).toEqual([400, 'invalid_request'])
    expect(await refused({ ...proof, client_assertion: 'x' })).toEqual([400, 'invalid_request'])
    expect(await refused({ client_assertion_type: 'saml', client_assertion: 'x' })).toEqual([400, 'invalid_request'])
    expect(await refused(proof, { 'content-type': 'application/json' })).toEqual([415, 'invalid_request'])
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const missing = await send('POST', TOKEN_PATH, { body: 'client_id=x', headers: form, from: nextAddress() })
    expect([missing.status, missing.body.error]).toEqual([400, 'invalid_request'])
    const twice = await send('POST', TOKEN_PATH, { body: 'scope=a&scope=b', headers: form, from: nextAddress() })
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request'])
    expect((await requestToken({ ...proof, audience: 'unknown', resource: 'x' })).status).toBe(200)
  })

  it('is counted by service account if it proves itself, and by address otherwise', async () => {
    // All requests belong to one minute.
    laterBy(0)
    onTestFinished(() => useApp(undefined))
    const busy = await aKeyedAccount(owner)
    const from = nextAddress()
    for (let i = 0; i < 10; i++)
      await requestToken({ client_id: busy.id, client_secret: generateKeySecret(busy.keyId) }, {}, from)
    const guess = await requestToken({ client_id: busy.id, client_secret: 'x' }, {}, from)
    expect([guess.status, guess.body.error]).toEqual([429, 'temporarily_unavailable'])
    expect(guess.headers['Retry-After']).toBeDefined()
    const proof = { client_id: busy.id, client_secret: busy.secret }
    const answers = []
    for (let i = 0; i < 61; i++) answers.push((await requestToken(proof, {}, from)).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(60)
    expect(answers.at(-1)).toBe(429)
    expect((await requestToken({ client_id: account.id, client_secret: account.secret }, {}, from)).status).toBe(200)
  })

  it('tells who proves itself why the service account cannot be used', async () => {
    const disabled = await aKeyedAccount(owner)
    await owner.post(`${PATH}/${disabled.id}/disable`)
    const away = await aKeyedAccount(owner, { networks: ['203.0.113.0/24'] })
    for (const [each, reason] of [
      [disabled, /disabled/],
      [away, /address/],
    ] as const) {
      const answer = await tokenOf(each)
      expect([answer.status, answer.body.error]).toEqual([400, 'unauthorized_client'])
      expect(answer.body.error_description).toMatch(reason)
    }
  })
})

describe('a service account is no person', () => {
  it('so it is refused whatever needs one, and told so', async () => {
    const acting = await actingAs(account)
    for (const [method, path, body] of [
      ['get', '/api/iam/me'],
      ['get', '/api/iam/sessions'],
      ['get', '/api/iam/tenants'],
      ['post', '/api/iam/tenants', { name: 'Mine' }],
      ['post', '/api/iam/auth/select-tenant', { tenantId: owner.tenant }],
      ['post', '/api/iam/auth/logout-everywhere'],
      ['post', '/api/iam/satellite/authorize', {}],
      ['get', '/api/iam/members'],
      ['post', '/api/iam/members', { email: 'x@example.com', role: 'owner' }],
      ['get', '/api/notification/notifications'],
      ['get', PATH],
      ['post', PATH, { name: 'Another', scopes: ['partner:partner:read'] }],
      ['patch', `${PATH}/${account.id}`, { scopes: ['sales:order:read'] }],
      ['post', `${PATH}/${account.id}/keys`],
      ['post', `${PATH}/${account.id}/take-over`],
    ] as const) {
      const answer = await acting[method](path, body as never)
      expect([path, answer.status, answer.body.errorCode]).toEqual([path, 403, 'PERSON_REQUIRED'])
    }
  })

  it('so it learns from its abilities what it may do', async () => {
    const acting = await actingAs(account, { scope: 'partner:partner:read' })
    const { status, body } = await acting.post('/api/auth/can', {
      scopes: ['partner:partner:read', 'partner:partner:write', 'iam:member:write'],
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      'partner:partner:read': { allowed: true },
      'partner:partner:write': { allowed: false, reason: 'scope not held' },
      'iam:member:write': { allowed: false, reason: 'scope not held' },
    })
  })

  it('so its Idempotency-Keys are its own', async () => {
    const other = await actingAs(await aKeyedAccount(owner))
    const mine = await actingAs(account)
    const headers = { 'idempotency-key': randomUUID() }
    const body = { name: 'Sole', roles: ['Partner.Supplier'] }
    const first = await mine.post('/api/partner/partners', body, headers)
    expect((await mine.post('/api/partner/partners', body, headers)).body.id).toBe(first.body.id)
    for (const who of [other, owner]) {
      const answer = await who.post('/api/partner/partners', body, headers)
      expect([answer.status, answer.headers['Idempotency-Replayed']]).toEqual([201, undefined])
    }
  })

  it('and its secret is in no answer but the first, nor in the table', async () => {
    const { secret } = await aKey(owner, account.id)
    const random = secret.slice(33)
    const shown = await owner.get(`${PATH}/${account.id}`)
    const { readState } = await import('../../generated/state.ts')
    expect(shown.text).not.toContain(random)
    expect(shown.text).not.toContain('hash')
    expect(JSON.stringify(await readState(owner.tenant))).not.toContain(random)
  })
})
