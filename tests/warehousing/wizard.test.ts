import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { useApp } from '../../lib/app.ts'
import { newId, parseId } from '../../lib/id.ts'
import { BOL } from '../../local/providers/bol.ts'
import { stateOf } from '../generated/state.ts'
import { aCustodian } from '../support/builders.ts'
import { aMember, type Member, type Received } from '../support/client.ts'
import {
  ALL_PROVIDERS,
  aConnectedCustodian,
  begin,
  brought,
  finish,
  OAUTH_PROVIDERS,
  type ProviderName,
  resources,
  WIZARD,
  wizardWorld,
} from '../support/oauth-provider.ts'

process.env.LOG_LEVEL = 'DEBUG'

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

const OFFERED: Record<ProviderName, Record<string, string>> = {
  fba_marketplace: { A1PA6795UKMFR9: 'Amazon.de', A13V1IB3VIYZZH: 'Amazon.fr' },
  freight_platform: { 'WH-NJ': 'Newark, NJ', 'WH-CA': 'Ontario, CA' },
  retailer_fbb: { '1234567': 'Local retailer' },
}

const paths = ({ status, body }: Received) => [
  status,
  ...(body.violations ?? []).map(({ propertyPath }: { propertyPath: string }) => propertyPath),
]
const tokenRequests = () => providers.asked.filter(({ method }) => method === 'POST').length
const custodian = async (member: Member, id: string) => (await member.get(`/api/warehousing/custodians/${id}`)).body

/** All that is written to the output of the process while the test runs. */
const output = () => {
  const lines: string[] = []
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }))
  for (const { stream } of streams)
    stream.write = ((chunk: unknown) => {
      lines.push(String(chunk))
      return true
    }) as typeof stream.write
  onTestFinished(() => {
    for (const { stream, write } of streams) stream.write = write
  })
  return lines
}

/** Runs it and tells how often a token endpoint was asked meanwhile. */
const exchangesDuring = async <T>(work: () => Promise<T>) => {
  const before = tokenRequests()
  const result = await work()
  return { result, exchanges: tokenRequests() - before }
}

describe('the wizard', () => {
  it.each(OAUTH_PROVIDERS)('sends the browser to %s and connects with the code it comes back with', async (name) => {
    const { id } = await aCustodian(owner, { type: name })
    expect((await custodian(owner, id)).connectionConfigured).toBe(false)
    const { status, body } = await owner.post(`${WIZARD}/${name}/auth-start`, { custodianId: id })
    expect([status, body]).toEqual([
      200,
      {
        '@context': '/api/docs/contexts/CustodianWizard',
        '@id': `${WIZARD}/${name}`,
        '@type': 'CustodianWizard',
        id: 'wizard',
        provider: name,
        authorizationUrl: expect.stringContaining(`state=${body.state}`),
        state: expect.any(String),
        expiresInSeconds: 600,
        requiredFields: [],
        requiresAuthorizationUrl: true,
        resources: {},
      },
    ])
    const begun = { ...body, custodianId: id }
    const finished = await finish(owner, begun, await brought(begun))
    expect(finished.status).toBe(200)
    expect(finished.body).toEqual(await custodian(owner, id))
    expect(finished.body).toMatchObject({ '@type': 'Custodian', id, connectionConfigured: true, status: 'active' })
    const offered = await resources(owner, name, id)
    expect([offered.status, offered.body.resources]).toEqual([200, OFFERED[name]])
    expect(offered.body).toMatchObject({ id: 'wizard', provider: name, state: null, authorizationUrl: null })
  })

  it('asks for the keys of a retailer and connects with them', async () => {
    const { id } = await aCustodian(owner, { type: 'retailer_fbb' })
    const { body } = await owner.post(`${WIZARD}/retailer_fbb/auth-start`, { custodianId: id })
    expect(body).toMatchObject({
      authorizationUrl: null,
      requiresAuthorizationUrl: false,
      requiredFields: [{ name: 'clientId' }, { name: 'clientSecret', type: 'password' }],
      state: expect.any(String),
    })
    const finished = await finish(owner, body, { custodianId: id, state: body.state, credentials: BOL })
    expect([finished.status, finished.body.connectionConfigured]).toEqual([200, true])
    expect((await resources(owner, 'retailer_fbb', id)).body.resources).toEqual(OFFERED.retailer_fbb)
  })

  it('takes the selection of what there is, at once or later, and no other', async () => {
    const begun = await begin(owner, 'fba_marketplace')
    const good = await finish(owner, begun, {
      ...(await brought(begun)),
      resourceSelection: { marketplaces: ['A1PA6795UKMFR9'] },
    })
    expect(good.status).toBe(200)
    const choose = async (resourceSelection: object) => {
      const { state } = await begin(owner, 'fba_marketplace', begun.custodianId)
      return await finish(owner, begun, { custodianId: begun.custodianId, state, resourceSelection })
    }
    expect((await choose({ marketplaces: ['A13V1IB3VIYZZH'] })).status).toBe(200)
    expect(paths(await choose({ marketplaces: ['A13V1IB3VIYZZH', 'A2NODRKZP88ZB9'] }))).toEqual([
      400,
      'resourceSelection.marketplaces[1]',
    ])
    expect(paths(await choose({ warehouses: ['WH-NJ'] }))).toEqual([400, 'resourceSelection.warehouses'])
    expect((await resources(owner, 'fba_marketplace', begun.custodianId)).status).toBe(200)
    const fresh = await begin(owner, 'freight_platform')
    const refused = await finish(owner, fresh, {
      ...(await brought(fresh)),
      resourceSelection: { warehouses: ['WH-MARS'] },
    })
    expect(paths(refused)).toEqual([400, 'resourceSelection.warehouses[0]'])
    expect((await custodian(owner, fresh.custodianId)).connectionConfigured).toBe(false)
  })

  it('brings a disconnected custodian back, and leaves a suspended one suspended', async () => {
    for (const [action, status] of [
      ['disconnect', 'active'],
      ['suspend', 'suspended'],
    ] as const) {
      const { id } = await aConnectedCustodian(owner, 'freight_platform')
      const { body } = await owner.post(`/api/warehousing/custodians/${id}/${action}`)
      expect(body.connectionConfigured).toBe(action === 'suspend')
      if (action === 'disconnect') expect((await resources(owner, 'freight_platform', id)).status).toBe(409)
      const again = await aConnectedCustodian(owner, 'freight_platform', id)
      expect(again).toMatchObject({ status, connectionConfigured: true })
    }
  })

  it('offers resources only once it is finished', async () => {
    const { id } = await aCustodian(owner, { type: 'fba_marketplace' })
    const { status, body } = await resources(owner, 'fba_marketplace', id)
    expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    expect((await owner.get(`${WIZARD}/fba_marketplace/resources`)).body.violations).toMatchObject([
      { propertyPath: 'custodianId' },
    ])
  })

  it('tests a connection at the provider itself', async () => {
    const { id, type } = await aConnectedCustodian(owner, 'fba_marketplace')
    const test = async (custodianId: string) =>
      (await owner.post('/api/warehousing/custodians/test-connection', { type, connectionConfig: { custodianId } }))
        .body
    expect(await test(id)).toMatchObject({ ok: true, code: 'OK' })
    providers.instead = (_, response) => Boolean(response.writeHead(429).end())
    expect(await test(id)).toMatchObject({ ok: false, code: 'RATE_LIMITED' })
    const { id: other } = await aCustodian(owner, { type })
    expect(await test(other)).toMatchObject({ ok: false, code: 'INVALID_ARGUMENT' })
  })

  it('needs a provider that there is and that is configured', async () => {
    const { id } = await aCustodian(owner, { type: 'fba_marketplace' })
    const start = (name: string) => owner.post(`${WIZARD}/${name}/auth-start`, { custodianId: id })
    for (const name of ['fulfilment_api_a', 'toString', '__proto__']) expect((await start(name)).status).toBe(404)
    const { custodianProviders } = app.config
    const fba = { ...custodianProviders.fba_marketplace, clientSecret: '' }
    useApp({ ...app, config: { ...app.config, custodianProviders: { ...custodianProviders, fba_marketplace: fba } } })
    const { status, body } = await start('fba_marketplace')
    expect([status, body.errorCode]).toEqual([409, 'PROVIDER_NOT_CONFIGURED'])
  })
})

describe('what the wizard refuses', () => {
  it('is a custodian of another type, of another tenant, or none, and an address that is not allowed', async () => {
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

  it.each(ALL_PROVIDERS)('is a state of %s that was used, altered, or is over, without an exchange', async (name) => {
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

  it('is a state of somebody else: of another member, tenant, custodian or provider', async () => {
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

  it('is a request without what the provider needs, and the state stays good', async () => {
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

  it('is a code or keys that the provider does not take; nothing is stored', async () => {
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

  it.each(Object.entries(MOODS))(
    'that %s is a clean problem of its own, and nothing of it is shown',
    async (_, mood) => {
      for (const name of ALL_PROVIDERS) {
        const begun = await begin(owner, name)
        const body = await brought(begun)
        providers.instead = mood
        const answer = await finish(owner, begun, body)
        providers.instead = undefined
        expect([answer.status, answer.body.errorCode]).toEqual([424, 'PROVIDER_FAILED'])
        expect(answer.text + JSON.stringify(answer.headers)).not.toContain('canary')
        expect((await custodian(owner, begun.custodianId)).connectionConfigured).toBe(false)
        expect((await aConnectedCustodian(owner, name, begun.custodianId)).connectionConfigured).toBe(true)
      }
    },
  )

  it('that is slow is given up; its wait is passed on', async () => {
    const begun = await begin(owner, 'retailer_fbb')
    providers.instead = () => true
    const slow = await finish(owner, begun, await brought(begun))
    expect([slow.status, slow.body.errorCode]).toEqual([424, 'PROVIDER_FAILED'])
    providers.instead = undefined
    const { id } = await aConnectedCustodian(owner, 'fba_marketplace')
    providers.instead = MOODS['is over its limits']
    const limited = await resources(owner, 'fba_marketplace', id)
    expect([limited.status, limited.headers['Retry-After']]).toEqual([424, '17'])
  })

  it('that refuses the account of the deployment is no fault of the request', async () => {
    const begun = await begin(owner, 'fba_marketplace')
    const body = await brought(begun)
    const { custodianProviders } = app.config
    const fba = { ...custodianProviders.fba_marketplace, clientSecret: 'rotated' }
    useApp({ ...app, config: { ...app.config, custodianProviders: { ...custodianProviders, fba_marketplace: fba } } })
    const { status, body: problem } = await finish(owner, begun, body)
    expect([status, problem.errorCode]).toEqual([424, 'PROVIDER_FAILED'])
  })
})

describe('what the wizard holds', () => {
  it('is nowhere in clear: not in an answer, a log line or the table', async () => {
    const member = await aMember()
    const said = output()
    const answers: string[] = []
    for (const name of ALL_PROVIDERS) {
      const begun = await begin(member, name)
      const body = await brought(begun)
      answers.push((await finish(member, begun, body)).text)
      answers.push((await resources(member, name, begun.custodianId)).text)
      answers.push(JSON.stringify(await custodian(member, begun.custodianId)))
      const again = await begin(member, name, begun.custodianId)
      const wrong = { ...body, state: again.state, credentials: { ...BOL, clientSecret: 'another-canary' } }
      answers.push(
        (await finish(member, again, name === 'retailer_fbb' ? wrong : { ...body, state: again.state })).text,
      )
      const failing = await begin(member, name, begun.custodianId)
      providers.instead = (_, response) => Boolean(response.writeHead(500).end())
      answers.push((await finish(member, failing, { ...body, state: failing.state })).text)
      providers.instead = undefined
    }
    for (const code of ['provider_failed', 'refused']) expect(said.join()).toContain(`warehousing.wizard.${code}`)
    const forms = providers.asked.flatMap(({ method, body, headers }) => [
      ...(method === 'POST' ? [...new URLSearchParams(body)].filter(([name]) => /secret|code|token/.test(name)) : []),
      ...Object.entries(headers).filter(([name]) => /authorization|x-amz-access-token/.test(name)),
    ])
    const secrets = new Set([
      ...forms.map(([, value]) => String(value).replace(/^(Bearer|Basic) /, '')),
      ...Object.values(BOL),
    ])
    secrets.delete('local-retailer')
    for (const name of ['authorization_code', 'client_credentials']) secrets.delete(name)
    expect(secrets.size).toBeGreaterThan(6)
    const stored = JSON.stringify(await stateOf('#'))
    expect(stored).toContain('sealedTokens')
    for (const secret of secrets) {
      const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1)
      for (const spelling of [secret, base64]) expect(answers.join() + said.join() + stored).not.toContain(spelling)
    }
  })

  it('is gone from the table when the custodian is disconnected', async () => {
    const member = await aMember()
    const { id } = await aConnectedCustodian(member, 'fba_marketplace')
    const kept = async () => (await stateOf(member.tenant)).filter((item) => /sealed/.test(JSON.stringify(item)))
    expect((await kept()).map((item) => (item as { sk: string }).sk)).toContain(parseId(id))
    await member.post(`/api/warehousing/custodians/${id}/disconnect`)
    const left = (await kept()).filter((item) => !JSON.stringify(item).includes('"sealedConnection":null'))
    expect(left).toEqual([])
  })
})
