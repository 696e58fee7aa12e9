import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { BOL } from '../../local/providers/bol.ts'
import { aCustodian } from '../support/builders.ts'
import { aMember, type Member, type Received } from '../support/client.ts'
import {
  ALL_PROVIDERS,
  aConnectedCustodian,
  begin,
  brought,
  finish,
  resources,
  WIZARD,
  wizardWorld,
} from '../support/oauth-provider.ts'

const world = await wizardWorld()
const { providers, app, redirectUri } = world

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})
beforeEach(() => {
  providers.instead = undefined
  useApp(app)
})

const paths = ({ status, body }: Received) => [
  status,
  ...(body.violations ?? []).map(({ propertyPath }: { propertyPath: string }) => propertyPath),
]
const tokenRequests = () => providers.asked.filter(({ path }) => path.endsWith('/token')).length
const custodian = async (member: Member, id: string) => (await member.get(`/api/warehousing/custodians/${id}`)).body

/** Runs the work and counts the calls of a token endpoint meanwhile. */
const exchangesDuring = async <T>(work: () => Promise<T>) => {
  const before = tokenRequests()
  const result = await work()
  return { result, exchanges: tokenRequests() - before }
}

describe('the wizard', () => {
  it('rejects custodians of another type or tenant, missing ones, and URIs that are not allowed', async () => {
    const start = (custodianId: string, more: object = {}) =>
      owner.post(`${WIZARD}/fba_marketplace/auth-start`, { custodianId, ...more })
    const { id: freight } = await aCustodian(owner, { type: 'freight_platform' })
    const { id: foreign } = await aCustodian(await aMember(), { type: 'fba_marketplace' })
    for (const each of [freight, foreign, newId(new Date())])
      expect(paths(await start(each, { redirectUri: 'https://evil.example/' }))).toEqual([
        400,
        'custodianId',
        'redirectUri',
      ])
    const { id } = await aCustodian(owner, { type: 'fba_marketplace' })
    for (const uri of [`${redirectUri}/..`, `${redirectUri}?x=1`, redirectUri.toUpperCase(), 'javascript:alert(1)'])
      expect(paths(await start(id, { redirectUri: uri }))).toEqual([400, 'redirectUri'])
    const allowed = await start(id, { redirectUri: 'https://app.example/back' })
    const asked = new URL(allowed.body.authorizationUrl).searchParams.get('redirect_uri')
    expect(asked).toBe('https://app.example/back')
  })

  it.each(ALL_PROVIDERS)('rejects used, altered and expired states of %s without an exchange', async (name) => {
    const begun = await begin(owner, name)
    const body = await brought(begun)
    const alter = (state: string) => state.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const { exchanges } = await exchangesDuring(async () => {
      for (const state of [
        alter(body.state.slice(0, -1)) + body.state.slice(-1),
        `${body.state}A`,
        'x',
        body.state.slice(22),
      ])
        expect(paths(await finish(owner, begun, { ...body, state }))).toEqual([400, 'state'])
    })
    expect(exchanges).toBe(0)
    const used = await exchangesDuring(() => Promise.all(Array.from({ length: 8 }, () => finish(owner, begun, body))))
    expect(used.result.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
    expect(used.exchanges).toBe(1)
    const replay = await exchangesDuring(() => finish(owner, begun, body))
    expect([paths(replay.result), replay.exchanges]).toEqual([[400, 'state'], 0])

    const late = await begin(owner, name)
    const lateBody = await brought(late)
    world.pass(601)
    const over = await exchangesDuring(() => finish(owner, late, lateBody))
    world.pass(-601)
    expect([paths(over.result), over.exchanges]).toEqual([[400, 'state'], 0])
  })

  it('rejects the state of another member, tenant, custodian or provider', async () => {
    const begun = await begin(owner, 'fba_marketplace')
    const body = await brought(begun)
    const colleague = await aMember({ tenant: owner.tenant })
    const stranger = await aMember()
    const { id: theirs } = await aCustodian(stranger, { type: 'fba_marketplace' })
    const { id: another } = await aCustodian(owner, { type: 'fba_marketplace' })
    const { id: freight } = await aCustodian(owner, { type: 'freight_platform' })
    const { result, exchanges } = await exchangesDuring(async () => [
      paths(await finish(colleague, begun, body)),
      paths(await finish(stranger, begun, { ...body, custodianId: theirs })),
      paths(await finish(stranger, begun, body)),
      paths(await finish(owner, begun, { ...body, custodianId: another })),
      paths(await finish(owner, { provider: 'freight_platform' }, { ...body, custodianId: freight })),
    ])
    expect(result).toEqual([
      [400, 'state'],
      [400, 'state'],
      [400, 'custodianId'],
      [400, 'state'],
      [400, 'state'],
    ])
    expect(exchanges).toBe(0)
    expect((await finish(owner, begun, body)).status).toBe(200)
  })

  it('rejects a request without the input that the provider needs, and keeps the state valid', async () => {
    const begun = await begin(owner, 'retailer_fbb')
    const bare = { custodianId: begun.custodianId, state: begun.state }
    expect(paths(await finish(owner, begun, bare))).toEqual([400, 'credentials.clientId', 'credentials.clientSecret'])
    expect(paths(await finish(owner, begun, { ...bare, credentials: { clientId: 'x' } }))).toEqual([
      400,
      'credentials.clientSecret',
    ])
    expect((await finish(owner, begun, { ...bare, credentials: BOL })).status).toBe(200)
    const freight = await begin(owner, 'freight_platform')
    const { custodianId, state } = freight
    expect(paths(await finish(owner, freight, { custodianId, state }))).toEqual([400, 'code'])
  })

  it('rejects codes and keys that the provider refuses, and stores nothing', async () => {
    for (const name of ALL_PROVIDERS) {
      const begun = await begin(owner, name)
      const wrong =
        name === 'retailer_fbb' ? { credentials: { ...BOL, clientSecret: 'wrong' } } : { code: 'not-a-code' }
      const answer = await finish(owner, begun, { custodianId: begun.custodianId, state: begun.state, ...wrong })
      expect(paths(answer)).toEqual([400, name === 'retailer_fbb' ? 'credentials' : 'code'])
      expect((await custodian(owner, begun.custodianId)).connectionConfigured).toBe(false)
      expect((await resources(owner, name, begun.custodianId)).status).toBe(409)
    }
  })
})

describe('a caller over the rate limit', () => {
  it('causes no call of a provider, even by reading resources', async () => {
    const member = await aMember()
    const { id } = await aConnectedCustodian(member, 'freight_platform')
    useApp({ ...app, config: { ...app.config, limits: { ...app.config.limits, identity: 1 } } })
    const before = providers.asked.length
    expect((await resources(member, 'freight_platform', id)).status).toBe(429)
    // A call begun by the rejected request would arrive before the allowed one has finished.
    expect((await resources(await aMember({ tenant: member.tenant }), 'freight_platform', id)).status).toBe(200)
    const paths = providers.asked.slice(before).map(({ path }) => path)
    expect(paths).toEqual(['/flexport/products', '/flexport/products/warehouse'])
  })
})

describe('a provider that misbehaves', () => {
  const MOODS: Record<string, NonNullable<typeof providers.instead>> = {
    fails: (_, response) => Boolean(response.writeHead(500).end('canary of the provider')),
    'is over its limits': (_, response) => Boolean(response.writeHead(429, { 'retry-after': '17' }).end()),
    'answers a page': (_, response) =>
      Boolean(response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>canary')),
    'answers an odd object': (_, response) => Boolean(response.end('{"access_token":["canary"],"payload":7}')),
    'answers a token that could end a header': (_, response) =>
      Boolean(response.end('{"access_token":"a\\r\\nx: canary","token_type":"bearer"}')),
    'answers too much': (_, response) => Boolean(response.end(JSON.stringify({ canary: 'x'.repeat(3_000_000) }))),
    'hangs up': (_, response) => Boolean(response.destroy()),
    redirects: (_, response) => Boolean(response.writeHead(302, { location: 'https://canary.example/' }).end()),
  }

  it.each(Object.entries(MOODS))('that %s causes a problem that quotes nothing of the response', async (_, mood) => {
    for (const name of ALL_PROVIDERS) {
      const begun = await begin(owner, name)
      const body = await brought(begun)
      providers.instead = mood
      const answer = await finish(owner, begun, body)
      providers.instead = undefined
      expect([answer.status, answer.body.errorCode]).toEqual([502, 'UPSTREAM_FAILED'])
      expect(answer.text + JSON.stringify(answer.headers)).not.toContain('canary')
      expect((await custodian(owner, begun.custodianId)).connectionConfigured).toBe(false)
      expect((await aConnectedCustodian(owner, name, begun.custodianId)).connectionConfigured).toBe(true)
    }
  })

  it('that refuses the stored connection causes a failed connection, not an upstream failure', async () => {
    for (const [status, reason] of [
      [401, 'AUTH_FAILED'],
      [403, 'INSUFFICIENT_SCOPE'],
    ] as const) {
      const { id } = await aConnectedCustodian(owner, 'fba_marketplace')
      providers.instead = ({ path }, response) =>
        !path.endsWith('/token') && Boolean(response.writeHead(status).end('canary'))
      const answer = await resources(owner, 'fba_marketplace', id)
      providers.instead = undefined
      expect([answer.status, answer.body.errorCode]).toEqual([424, 'CONNECTION_FAILED'])
      expect(answer.body.detail).toMatch(new RegExp(`^${reason}: .+ Run the wizard again`))
      expect(answer.text).not.toContain('canary')
    }
  })

  it('that is slow causes a timeout, and its Retry-After is passed on', async () => {
    const begun = await begin(owner, 'retailer_fbb')
    providers.instead = () => true
    const slow = await finish(owner, begun, await brought(begun))
    expect([slow.status, slow.body.errorCode]).toEqual([504, 'UPSTREAM_TIMEOUT'])
    providers.instead = undefined
    const { id } = await aConnectedCustodian(owner, 'fba_marketplace')
    providers.instead = MOODS['is over its limits']
    const limited = await resources(owner, 'fba_marketplace', id)
    expect([limited.status, limited.headers['Retry-After']]).toEqual([502, '17'])
  })

  it('that refuses the account of the deployment causes an upstream failure', async () => {
    const begun = await begin(owner, 'fba_marketplace')
    const body = await brought(begun)
    const { custodianProviders } = app.config
    const fba = { ...custodianProviders.fba_marketplace, clientSecret: 'rotated' }
    useApp({ ...app, config: { ...app.config, custodianProviders: { ...custodianProviders, fba_marketplace: fba } } })
    const { status, body: problem } = await finish(owner, begun, body)
    expect([status, problem.errorCode]).toEqual([502, 'UPSTREAM_FAILED'])
  })
})
