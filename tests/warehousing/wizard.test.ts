import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { BOL } from '../../local/providers/bol.ts'
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

const { providers, app } = await wizardWorld()

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
  freight_platform: { 'WH-NJ': 'WH-NJ', 'WH-CA': 'WH-CA' },
  retailer_fbb: { '1234567': 'Local retailer' },
}

const paths = ({ status, body }: Received) => [
  status,
  ...(body.violations ?? []).map(({ propertyPath }: { propertyPath: string }) => propertyPath),
]
const custodian = async (member: Member, id: string) => (await member.get(`/api/warehousing/custodians/${id}`)).body

describe('the wizard', () => {
  it.each(OAUTH_PROVIDERS)('sends the browser to %s and connects with the returned code', async (name) => {
    const { id } = await aCustodian(owner, { type: name })
    expect((await custodian(owner, id)).connectionConfigured).toBe(false)
    const { status, body } = await owner.post(`${WIZARD}/${name}/auth-start`, { custodianId: id })
    expect([status, body]).toEqual([
      200,
      {
        '@context': '/api/docs/contexts/CustodianWizard',
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

  it('asks for the keys of a retailer and connects with these', async () => {
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

  it('accepts only offered resources as selection, at once or later', async () => {
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

  it('accepts names of resources, as a text or a list, and shows the selected ones', async () => {
    const begun = await begin(owner, 'fba_marketplace')
    const chosen = async () => {
      const { body } = await resources(owner, 'fba_marketplace', begun.custodianId)
      return body.requiredFields.find(({ name }: { name: string }) => name === 'marketplaces')
    }
    const first = await finish(owner, begun, {
      ...(await brought(begun)),
      resourceSelection: { marketplaces: 'Amazon.fr' },
    })
    expect(first.status).toBe(200)
    expect(await chosen()).toEqual({
      name: 'marketplaces',
      label: 'Marketplaces',
      type: 'select',
      required: 'false',
      selected: 'A13V1IB3VIYZZH',
    })
    const choose = async (marketplaces: unknown) => {
      const { state } = await begin(owner, 'fba_marketplace', begun.custodianId)
      const body = { custodianId: begun.custodianId, state, resourceSelection: { marketplaces } }
      return paths(await finish(owner, begun, body))
    }
    expect(await choose(['Amazon.de', 'A1PA6795UKMFR9', 'A13V1IB3VIYZZH'])).toEqual([200])
    expect((await chosen()).selected).toBe('A1PA6795UKMFR9,A13V1IB3VIYZZH')
    expect(await choose('Amazon.mars')).toEqual([400, 'resourceSelection.marketplaces'])
    expect(await choose(['Amazon.de', 'Amazon.mars'])).toEqual([400, 'resourceSelection.marketplaces[1]'])
    expect(await choose('')).toEqual([400, 'resourceSelection.marketplaces'])
    expect(await choose(7)).toEqual([400, 'resourceSelection.marketplaces'])
    expect((await chosen()).selected).toBe('A1PA6795UKMFR9,A13V1IB3VIYZZH')
    expect(await choose([])).toEqual([200])
    expect((await chosen()).selected).toBe('')
    const twins = ['A1', 'A2'].map((id) => ({ marketplace: { id, name: 'Amazon' }, participation: {} }))
    providers.instead = ({ path }, response) =>
      path.endsWith('/marketplaceParticipations') && Boolean(response.end(JSON.stringify({ payload: twins })))
    expect(await choose('Amazon')).toEqual([400, 'resourceSelection.marketplaces'])
    expect(await choose('A2')).toEqual([200])
  })

  it('reconnects a disconnected custodian and leaves a suspended one suspended', async () => {
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

  it('lists resources only after it is finished', async () => {
    const { id } = await aCustodian(owner, { type: 'fba_marketplace' })
    const { status, body } = await resources(owner, 'fba_marketplace', id)
    expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    expect((await owner.get(`${WIZARD}/fba_marketplace/resources`)).body.violations).toMatchObject([
      { propertyPath: 'custodianId' },
    ])
  })

  it('tests a connection at the provider', async () => {
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

  it('reports a token that cannot be renewed as refused and leaves the custodian unchanged', async () => {
    const { id, type } = await aConnectedCustodian(owner, 'freight_platform')
    const before = await custodian(owner, id)
    providers.books.flexport.withdraw('access')
    const body = { type, connectionConfig: { custodianId: id } }
    const tested = await owner.post('/api/warehousing/custodians/test-connection', body)
    expect(tested.body).toMatchObject({ ok: false, code: 'AUTH_FAILED' })
    expect(await custodian(owner, id)).toEqual(before)
    expect((await resources(owner, 'freight_platform', id)).status).toBe(424)
    expect((await custodian(owner, id)).connectionConfigured).toBe(false)
  })

  it.each(ALL_PROVIDERS)('is the only way to connect with %s; direct credentials are rejected', async (name) => {
    const { id } = await aConnectedCustodian(owner, name)
    const before = await owner.get(`/api/warehousing/custodians/${id}`)
    for (const connectionConfig of [{ apiKey: 'k' }, { accessToken: 'a', channelId: 'c' }, {}]) {
      const answer = await owner.put(`/api/warehousing/custodians/${id}/connection-config`, { connectionConfig })
      expect(paths(answer)).toEqual([400, 'connectionConfig'])
      expect(answer.body.violations[0].message).toContain('wizard')
    }
    expect((await owner.get(`/api/warehousing/custodians/${id}`)).headers.ETag).toBe(before.headers.ETag)
    expect((await resources(owner, name, id)).body.resources).toEqual(OFFERED[name])
    await owner.post(`/api/warehousing/custodians/${id}/disconnect`)
    const back = await owner.put(`/api/warehousing/custodians/${id}/connection-config`, {
      connectionConfig: { apiKey: 'k' },
    })
    expect(paths(back)).toEqual([400, 'connectionConfig'])
    expect((await custodian(owner, id)).status).toBe('disconnected')
  })

  it('requires a known and configured provider', async () => {
    const { id } = await aCustodian(owner, { type: 'fba_marketplace' })
    const connected = await aCustodian(owner, { type: 'fba_marketplace', enabledCapabilities: ['list_inventory'] })
    await aConnectedCustodian(owner, 'fba_marketplace', connected.id)
    const start = (name: string) => owner.post(`${WIZARD}/${name}/auth-start`, { custodianId: id })
    for (const name of ['fulfilment_api_a', 'toString', '__proto__']) expect((await start(name)).status).toBe(404)
    const { custodianProviders } = app.config
    const fba = { ...custodianProviders.fba_marketplace, clientSecret: '' }
    useApp({ ...app, config: { ...app.config, custodianProviders: { ...custodianProviders, fba_marketplace: fba } } })
    const { status, body } = await start('fba_marketplace')
    expect([status, body.errorCode]).toEqual([409, 'PROVIDER_NOT_CONFIGURED'])
    const stock = await owner.get(`/api/warehousing/custodians/${connected.id}/inventory`)
    expect([stock.status, stock.body.errorCode]).toEqual([409, 'PROVIDER_NOT_CONFIGURED'])
  })
})
