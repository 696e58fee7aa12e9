import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { readState } from '../generated/state.ts'
import { aCustodian } from '../support/builders.ts'
import { aMember, type Member, send } from '../support/client.ts'
import {
  aConnectedCustodian,
  begin,
  brought,
  finish,
  OAUTH_PROVIDERS,
  type ProviderName,
  wizardWorld,
} from '../support/oauth-provider.ts'
import { startBol } from './servers/bol.ts'
import { CUSTODIANS, webhooksOf } from './world.ts'

const { app } = await wizardWorld()

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})
beforeEach(() => useApp(app))

const aToken = () => randomBytes(24).toString('hex')

const aHookedCustodian = async (type: ProviderName = 'freight_platform') => {
  const { id } = await aCustodian(owner, { type, enabledCapabilities: ['webhook_receipt'] })
  await aConnectedCustodian(owner, type, id)
  return id
}

const connect = (id: string, connectionConfig: object) =>
  owner.put(`${CUSTODIANS}/${id}/connection-config`, { connectionConfig })

const EVENT = { logisticsEventType: 'Order.Shipped', logisticsEventId: 'e-1', externalOrderId: 'FO-1' }

/** Sends a webhook as Flexport does. */
const tell = async (id: string, token?: string, from = '203.0.113.7') => {
  const headers: Record<string, string> = token ? { 'x-webhook-token': token } : {}
  return (await send('POST', `/hooks/custodians/${id}`, { body: JSON.stringify(EVENT), headers, from })).status
}

const pathsOf = ({ status, body }: Awaited<ReturnType<typeof connect>>) => [
  status,
  ...(body.violations ?? []).map(({ propertyPath }: { propertyPath: string }) => propertyPath),
]

describe('a custodian that the wizard connected', () => {
  it('accepts webhooks once their secret is set, and none before or with another one', async () => {
    const id = await aHookedCustodian()
    const token = aToken()
    expect(await tell(id, token)).toBe(401)
    const { status, body } = await connect(id, { webhookSecret: token })
    expect([status, body]).toEqual([200, expect.objectContaining({ id, status: 'active', connectionConfigured: true })])
    expect([await tell(id, token), await tell(id, aToken()), await tell(id)]).toEqual([202, 401, 401])
    const statuses = (await webhooksOf(owner, id)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(['received', 'signature_failed', 'signature_failed', 'signature_failed'])
    const other = aToken()
    await connect(id, { webhookSecret: other })
    expect([await tell(id, token), await tell(id, other)]).toEqual([401, 202])
  })

  it("accepts bol's signatures by the public key that was set", async () => {
    const vendor = await startBol()
    try {
      const id = await aHookedCustodian('retailer_fbb')
      const { headers, raw } = vendor.notify('SHIPMENT', '914')
      const notify = async () =>
        await send('POST', `/hooks/custodians/${id}`, {
          body: raw.toString(),
          headers: headers as Record<string, string>,
        })
      expect((await notify()).status).toBe(401)
      await connect(id, { webhookSecret: vendor.publicKey })
      expect((await notify()).status).toBe(202)
    } finally {
      await vendor.stop()
    }
  })

  it('is not found and its webhooks are counted by address if the deployment has lost its account at the provider', async () => {
    const id = await aHookedCustodian()
    const token = aToken()
    await connect(id, { webhookSecret: token })
    const { custodianProviders, limits } = app.config
    const lost = { ...custodianProviders, freight_platform: { ...custodianProviders.freight_platform, clientId: '' } }
    const config = { ...app.config, custodianProviders: lost, limits: { ...limits, ip: 2 } }
    const now = app.clock()
    useApp({ ...app, config, clock: () => now })
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push(await tell(id, token, '203.0.113.60'))
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429])
    useApp(app)
    expect(await tell(id, token)).toBe(202)
  })

  it('keeps the secret while the wizard runs again or chooses other resources, and loses it when disconnected', async () => {
    const id = await aHookedCustodian()
    const token = aToken()
    await connect(id, { webhookSecret: token })
    await aConnectedCustodian(owner, 'freight_platform', id)
    expect(await tell(id, token)).toBe(202)
    const begun = await begin(owner, 'freight_platform', id)
    const selection = { custodianId: id, state: begun.state, resourceSelection: { warehouses: ['WH-NJ'] } }
    expect((await finish(owner, begun, selection)).status).toBe(200)
    expect(await tell(id, token)).toBe(202)
    await owner.post(`${CUSTODIANS}/${id}/disconnect`)
    const again = await begin(owner, 'freight_platform', id)
    await finish(owner, again, await brought(again))
    expect(await tell(id, token)).toBe(401)
  })

  it('takes no other credential, and none before it is connected', async () => {
    const id = await aHookedCustodian()
    expect(pathsOf(await connect(id, { webhookSecret: aToken(), accessToken: 'a' }))).toEqual([400, 'connectionConfig'])
    expect(pathsOf(await connect(id, { apiKey: 'a' }))).toEqual([400, 'connectionConfig'])
    expect(pathsOf(await connect(id, { webhookSecret: null }))).toEqual([400, 'connectionConfig'])
    for (const type of ['freight_platform', 'retailer_fbb']) {
      const { id: unconnected } = await aCustodian(owner, { type })
      expect(pathsOf(await connect(unconnected, { webhookSecret: aToken() }))).toEqual([
        400,
        'connectionConfig.webhookSecret',
      ])
    }
    const amazon = (await aConnectedCustodian(owner, OAUTH_PROVIDERS[0])).id
    expect(pathsOf(await connect(amazon, { webhookSecret: aToken() }))).toEqual([400, 'connectionConfig'])
  })

  it('shows the secret neither in an answer nor in the table', async () => {
    const id = await aHookedCustodian()
    const token = aToken()
    const texts = [(await connect(id, { webhookSecret: token })).text, (await owner.get(`${CUSTODIANS}/${id}`)).text]
    await tell(id, token)
    texts.push(JSON.stringify(await webhooksOf(owner, id)), JSON.stringify(await readState('#')))
    for (const text of texts) expect(text).not.toContain(token)
    const foreign = await aMember()
    const stolen = await foreign.put(`${CUSTODIANS}/${id}/connection-config`, {
      connectionConfig: { webhookSecret: 'x' },
    })
    expect(stolen.status).toBe(404)
    expect(await tell(id, token)).toBe(202)
  })
})
