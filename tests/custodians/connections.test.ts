import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { announceReceipt } from '../../lib/custodians/announce-receipt.ts'
import { CustodianError } from '../../lib/custodians/custodian-connector.ts'
import { openCustodian } from '../../lib/custodians/open-custodian.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { makeOutbound } from '../../lib/platform/outbound/outbound.ts'
import { OutboundError, type OutboundFailure } from '../../lib/platform/outbound/outbound-error.ts'
import { CAPABILITY_CATALOG } from '../../lib/warehousing/custodian.ts'
import { aCustodian, aPartner, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { aConnectedCustodian, startWorld } from '../support/oauth-provider.ts'
import { type Received, startReceiver } from '../support/receiver.ts'
import { aCustomCustodian, aSimulatedCustodian, CUSTODIANS } from './world.ts'

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})
afterEach(() => useApp(undefined))

const violationsOf = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath)

const withoutSimulated = () => useApp({ ...app(), config: { ...app().config, simulatedStores: false } })

describe('a simulated custodian', () => {
  it('is offered only where simulated shops are', async () => {
    const custodian = await aSimulatedCustodian(owner)
    const create = async () =>
      await owner.post(CUSTODIANS, {
        partnerId: (await aPartner(owner)).id,
        type: 'simulator',
        name: 'Sandbox',
        connectionConfig: { accountId: 'seed' },
      })
    expect((await create()).status).toBe(201)
    withoutSimulated()
    expect(violationsOf(await create())).toEqual(['type'])
    const connectionConfig = { accountId: 'seed' }
    for (const given of [connectionConfig, { custodianId: custodian.id }]) {
      const test = { type: 'simulator', connectionConfig: given }
      expect(violationsOf(await owner.post(`${CUSTODIANS}/test-connection`, test))).toEqual(['type'])
    }
    expect((await owner.get(`${CUSTODIANS}/capability-catalog`)).body.catalog).not.toHaveProperty('simulator')
    const { connector } = await openCustodian(app(), owner.tenant, custodian.stored)
    expect(connector.orders).toBeUndefined()
  })

  it('is not one that the wizard connects', async () => {
    const { status } = await owner.post('/api/warehousing/custodian-wizard/simulator/auth-start', {
      custodianId: (await aSimulatedCustodian(owner)).id,
    })
    expect(status).toBe(404)
  })

  it('answers connection tests by its API key and settings', async () => {
    const test = async (connectionConfig: object) =>
      (await owner.post(`${CUSTODIANS}/test-connection`, { type: 'simulator', connectionConfig })).body
    expect(await test({ accountId: 'seed' })).toMatchObject({ ok: true, code: 'OK' })
    expect(await test({ accountId: 'seed', apiKey: 'refused' })).toMatchObject({ ok: false, code: 'AUTH_FAILED' })
    expect(await test({ accountId: 'seed', apiKey: 'unavailable' })).toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(await test({ accountId: 'seed', integrationId: 'moon=1' })).toMatchObject({ code: 'INVALID_CONFIG' })
    expect(await test({})).toMatchObject({ code: 'INVALID_ARGUMENT' })
    const { id } = await aSimulatedCustodian(owner, '', { apiKey: 'refused' })
    expect(await test({ custodianId: id })).toMatchObject({ ok: false, code: 'AUTH_FAILED' })
    expect(await test({ custodianId: id, apiKey: 'good' })).toMatchObject({ ok: true })
  })
})

describe("a system of the tenant's own", () => {
  it('needs an address and a secret together, or neither', async () => {
    const { id: partnerId } = await aPartner(owner)
    const create = (connectionConfig: object) =>
      owner.post(CUSTODIANS, { partnerId, type: 'custom', name: 'Own', connectionConfig })
    const secret = 'a secret that is long enough'
    for (const integrationId of ['moon', 'ftp://a.example', 'https://user:word@a.example/'])
      expect(violationsOf(await create({ integrationId, webhookSecret: secret }))).toEqual([
        'connectionConfig.integrationId',
      ])
    expect(violationsOf(await create({ integrationId: 'https://a.example' }))).toEqual([
      'connectionConfig.webhookSecret',
    ])
    expect(violationsOf(await create({ integrationId: 'https://a.example', webhookSecret: 'short' }))).toEqual([
      'connectionConfig.webhookSecret',
    ])
    expect((await create({ integrationId: 'https://a.example', webhookSecret: secret })).status).toBe(201)
  })

  it('has no system without an address, so that people work its orders', async () => {
    const { id } = await aCustodian(owner, { type: 'custom' })
    const custodian = { ...(await aCustomCustodian(owner)).stored, id, sealedConnection: null }
    const { connector } = await openCustodian(app(), owner.tenant, custodian)
    expect(connector).toEqual({ type: 'custom', capabilities: CAPABILITY_CATALOG.custom })
  })

  it('knows the enabled capabilities, which tell who picks the warehouse', async () => {
    const { stored } = await aCustomCustodian(owner)
    const { system } = await openCustodian(app(), owner.tenant, stored)
    expect(system.enabledCapabilities).toContain('tenant_picks_warehouse')
    expect(system.enabledCapabilities).toEqual(stored.enabledCapabilities)
  })

  it('is called with a signature, and never at a private address', async () => {
    const receiver = await startReceiver()
    try {
      receiver.answer(204)
      const { id, secret } = await aCustomCustodian(owner, `${receiver.url}/entrepot`)
      const test = async () =>
        (await owner.post(`${CUSTODIANS}/test-connection`, { type: 'custom', connectionConfig: { custodianId: id } }))
          .body
      const refused = await test()
      expect(refused).toMatchObject({ ok: false, code: 'INVALID_CONFIG' })
      expect(receiver.received).toEqual([])
      useApp({ ...app(), outbound: makeOutbound({ allowPrivate: true }) })
      expect(await test()).toMatchObject({ ok: true, code: 'OK' })
      const [request] = receiver.received as [Received]
      expect(request.headers).toMatchObject({ 'webhook-signature': expect.stringMatching(/^v1,/) })
      expect(JSON.stringify(request.headers) + request.body).not.toContain(secret)
      receiver.answer(500)
      const failed = await test()
      expect(failed).toMatchObject({ ok: false, code: 'UPSTREAM_ERROR' })
      expect(JSON.stringify(failed)).not.toContain('secret words')
      const { text } = await owner.get(`${CUSTODIANS}/${id}`)
      for (const credential of [secret, receiver.url]) expect(text).not.toContain(credential)
    } finally {
      await receiver.stop()
    }
  })

  it('is refused by the name of its address and after DNS', async () => {
    const custodian = await aCustomCustodian(owner, 'https://localhost/entrepot')
    const dispatch = async () => {
      const { connector, system } = await openCustodian(app(), owner.tenant, custodian.stored)
      return await connector.orders?.find(system, 'FO-1')
    }
    await expect(dispatch()).rejects.toMatchObject({ code: 'INVALID_CONFIG', isUnclear: false })
    const lookup: Parameters<typeof makeOutbound>[0]['lookup'] = (_, __, done) =>
      done(null, [{ address: '10.0.0.1', family: 4 }])
    useApp({ ...app(), outbound: makeOutbound({ allowPrivate: false, lookup }) })
    const named = await aCustomCustodian(owner, 'https://warehouse.test/entrepot')
    const { connector, system } = await openCustodian(app(), owner.tenant, named.stored)
    await expect(connector.orders?.find(system, 'FO-1')).rejects.toBeInstanceOf(CustodianError)
  })
})

describe('a custodian that the wizard connected', () => {
  it('is opened with a valid token and the selected resources', async () => {
    await startWorld()
    const { id } = await aConnectedCustodian(owner, 'retailer_fbb')
    const stored = (await owner.get(`${CUSTODIANS}/${id}`)).body
    expect(stored.connectionConfigured).toBe(true)
    const { readCustodian } = await import('../../lib/warehousing/require-custodian.ts')
    const { parseId } = await import('../../lib/platform/id.ts')
    const custodian = await readCustodian(app().db, owner.tenant, parseId(id) as string)
    if (!custodian) throw new Error('there is no custodian')
    const { system } = await openCustodian(app(), owner.tenant, custodian)
    expect(system.apiUrl).toMatch(/^http/)
    expect(await system.token?.()).toEqual(expect.any(String))
  })
})

describe("a custodian's stock", () => {
  const INVENTORY = (id: string, query = '') => `${CUSTODIANS}/${id}/inventory${query}`

  it('is compared with ours page by page, all of it or only what differs', async () => {
    const member = await aMember()
    const custodian = await aSimulatedCustodian(member, 'products=60&on_hand=7')
    for (const [sku, onHand] of [
      ['SIM-0', 7],
      ['SIM-1', 9],
      ['SIM-55', 1],
    ] as const) {
      const variant = await aVariant(member, { sku })
      await aStockItem(member, { variantId: variant.id, custodianId: custodian.id, onHand })
    }
    const read = async (query: string) => {
      const items: Record<string, unknown>[] = []
      let cursor: string | null = null
      do {
        const { status, body } = await member.get(
          INVENTORY(custodian.id, `?${query}${cursor ? `&cursor=${cursor}` : ''}`),
        )
        expect(status).toBe(200)
        items.push(...body.items)
        cursor = body.nextCursor
      } while (cursor)
      return items
    }
    const all = await read('all=true')
    expect(all).toHaveLength(60)
    expect(all[0]).toMatchObject({ sku: 'SIM-0', theirs: 7, ours: 7, difference: 0, stockItemId: expect.any(String) })
    expect(all[2]).toMatchObject({
      sku: 'SIM-2',
      variantId: null,
      stockItemId: null,
      theirs: 7,
      ours: null,
      difference: 7,
    })
    const differing = await read('all=false')
    expect(differing).toHaveLength(59)
    expect(differing.find(({ sku }) => sku === 'SIM-1')).toMatchObject({ theirs: 7, ours: 9, difference: -2 })
  })

  it('is read only with the capability, of custodians that exist and have a system', async () => {
    const without = await aSimulatedCustodian(owner, '', { enabledCapabilities: [] })
    expect((await owner.get(INVENTORY(without.id))).status).toBe(409)
    const unconnected = await aCustodian(owner, { type: 'custom', enabledCapabilities: ['list_inventory'] })
    expect((await owner.get(INVENTORY(unconnected.id))).status).toBe(409)
    const custodian = await aSimulatedCustodian(owner)
    expect((await (await aMember()).get(INVENTORY(custodian.id))).status).toBe(404)
    expect((await (await aMember({ tenant: owner.tenant, scopes: [] })).get(INVENTORY(custodian.id))).status).toBe(403)
    for (const cursor of ['abc', Buffer.from('["other","x"]').toString('base64url')])
      expect(violationsOf(await owner.get(INVENTORY(custodian.id, `?cursor=${cursor}`)))).toEqual(['cursor'])
    const refused = await aSimulatedCustodian(owner, '', { apiKey: 'refused' })
    expect((await owner.get(INVENTORY(refused.id))).status).toBe(424)
  })

  it('is answered with a timeout if the system does not answer in time, and with an upstream failure if it is gone', async () => {
    const custodian = await aCustomCustodian(owner)
    const read = async (kind: OutboundFailure) => {
      useApp({ ...app(), outbound: { send: () => Promise.reject(new OutboundError(kind)) } })
      const { status, body } = await owner.get(INVENTORY(custodian.id))
      return [status, body.errorCode]
    }
    expect(await read('timeout')).toEqual([504, 'UPSTREAM_TIMEOUT'])
    expect(await read('unreachable')).toEqual([502, 'UPSTREAM_FAILED'])
  })

  it('is compared once for each SKU, although the system has several records of it', async () => {
    const custodian = await aCustomCustodian(owner)
    const variant = await aVariant(owner, { sku: 'TWICE-1' })
    await aStockItem(owner, { variantId: variant.id, custodianId: custodian.id, onHand: 5 })
    const stock = [3, 2].map((onHand, i) => ({ sku: i ? 'twice-1' : 'TWICE-1', onHand }))
    const body = Buffer.from(JSON.stringify({ stock, next: null }))
    useApp({ ...app(), outbound: { send: async () => ({ status: 200, headers: {}, body }) } })
    const { items } = (await owner.get(INVENTORY(custodian.id, '?all=true'))).body
    expect(items).toMatchObject([{ sku: 'TWICE-1', theirs: 5, ours: 5, difference: 0 }])
    expect(items).toHaveLength(1)
  })

  it('is not shown if the answer of the system is not UTF-8', async () => {
    const custodian = await aCustomCustodian(owner)
    const read = async (sku: string, encoding: BufferEncoding) => {
      const body = Buffer.from(JSON.stringify({ stock: [{ sku, onHand: 1 }], next: null }), encoding)
      useApp({ ...app(), outbound: { send: async () => ({ status: 200, headers: {}, body }) } })
      return await owner.get(INVENTORY(custodian.id))
    }
    expect((await read('TEE-Ä', 'utf8')).body.items).toMatchObject([{ sku: 'TEE-Ä' }])
    expect(await read('TEE-Ä', 'latin1')).toMatchObject({ status: 502, body: { errorCode: 'UPSTREAM_FAILED' } })
  })

  it('grows by goods that are announced, once for each reference', async () => {
    const custodian = await aSimulatedCustodian(owner, '', {
      enabledCapabilities: ['push_inventory', 'list_inventory'],
    })
    const announcement = {
      reference: 'GR-1',
      expectedAt: new Date().toISOString(),
      lines: [{ sku: 'NEW-1', name: null, quantity: 5 }],
    }
    const announce = () => announceReceipt(app(), owner.tenant, custodian.stored, announcement)
    expect([await announce(), await announce()]).toEqual(['SIM-GR-1', 'SIM-GR-1'])
    const first = (await owner.get(INVENTORY(custodian.id, '?all=true'))).body
    const { items } = (await owner.get(INVENTORY(custodian.id, `?all=true&cursor=${first.nextCursor}`))).body
    expect(items).toMatchObject([{ sku: 'NEW-1', theirs: 5 }])
    const silent = { ...custodian.stored, enabledCapabilities: [] }
    expect(await announceReceipt(app(), owner.tenant, silent, announcement)).toBeNull()
  })
})
