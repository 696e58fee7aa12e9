import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { listDuePartitions } from '../../lib/platform/store/table/due.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { loadChannel, markUndeletable } from '../../lib/sales/channels/channel-store.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const CHANNELS = '/api/sales/channels'
const SECRET = 'canary-api-key'

let owner: Member
let made = 0
beforeAll(async () => {
  owner = await aMember()
})

const aChannel = async (fields: object = {}, by: Member = owner) => {
  const { status, body } = await by.post(CHANNELS, {
    name: 'Web shop',
    code: `C-${++made}`,
    type: 'simulator',
    credentials: { api_key: SECRET },
    ...fields,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const codes = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath)

const isDue = async (id: string) => {
  const found = await Promise.all(listDuePartitions('channel').map((pk) => app().db.query({ pk, index: 'due' })))
  return found.flat().some(({ sk }) => sk === id)
}

const withHistory = (id: string, by = owner) =>
  runInUnit(app().db, { tenant: by.tenant, actor: null, now: app().clock() }, async (unit) =>
    markUndeletable(unit, await loadChannel(unit, id)),
  )

describe('connecting a channel', () => {
  it('answers with the whole active channel and the connection status, but no credentials', async () => {
    const partner = await aPartner(owner, { name: 'Nordlicht' })
    const { status, body, headers, text } = await owner.post(CHANNELS, {
      name: 'Web shop',
      code: 'web-de',
      type: 'simulator',
      credentials: { api_key: SECRET },
      partnerId: partner.id,
    })
    expect(status).toBe(201)
    expect(text).not.toContain(SECRET)
    expect(body).toEqual({
      '@context': '/api/docs/contexts/SalesChannel',
      '@id': `${CHANNELS}/${body.id}`,
      '@type': 'SalesChannel',
      id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      name: 'Web shop',
      code: 'WEB-DE',
      type: 'simulator',
      status: 'active',
      partnerId: partner.id,
      partnerName: 'Nordlicht',
      merchantId: null,
      sourcingPrincipal: null,
      pullAssortmentId: null,
      pushAssortmentId: null,
      defaultFulfilmentPolicyId: null,
      defaultCurrency: null,
      supportedCurrencies: [],
      defaultLocale: null,
      supportedLocales: [],
      pricesIncludeTax: null,
      hasWebhook: false,
      deletable: true,
      syncSettings: {
        ...{ autoImportEnabled: true, syncIntervalMinutes: 15, statusFilters: null, daysToLookBack: 7 },
        ...{ reconcileDays: null, reconcileApplies: false },
      },
      orderSettings: {
        ...{
          fulfilledPaymentStatuses: null,
          onAccountPaymentMethods: [],
          cancelsRefunded: true,
          holdsUnexplained: false,
        },
        ...{
          fulfilsPaymentTerms: false,
          sellerCurrency: 'order',
          sellerEarnsWhen: 'accepted',
          sellerEarnsAfterDays: 0,
        },
      },
      connectorConfig: {},
      connectionId: expect.any(String),
      connectionStatus: expect.objectContaining({ connected: true, errorCode: null }),
      webhookTopics: [],
      warnings: [],
      lastSyncAt: null,
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
    })
    expect((await owner.get(headers.Location as string)).body).toEqual(body)
    const stored = await app().db.query({ pk: `T#${owner.tenant}#channel` })
    expect(JSON.stringify(stored)).not.toContain(SECRET)
  })

  it('accepts a code of 2 to 12 ASCII letters and digits with single hyphens between them, in any case', async () => {
    const bad = [
      'A',
      'A'.repeat(13),
      '-AB',
      'AB-',
      'A--B',
      'A B',
      'A_B',
      'AB\n',
      'Aß',
      'ı1',
      'ﬁ1',
      'А1',
      '',
      'AB\u0000',
    ]
    for (const code of bad) {
      const asked = { name: 'Web', code, type: 'manual', credentials: {} }
      const answer = await owner.post(CHANNELS, asked)
      expect([code, answer.status, codes(answer)]).toEqual([code, 400, ['code']])
    }
    const code = `${'a1-'.repeat(3)}b2`
    expect((await aChannel({ code, type: 'manual', credentials: {} })).code).toBe('A1-A1-A1-B2')
  })

  it('keeps codes unique in a tenant, in any case and for concurrent requests', async () => {
    const asked = (code: string) => owner.post(CHANNELS, { name: 'Web', code, type: 'manual', credentials: {} })
    const answers = await Promise.all([asked('twice'), asked('TWICE'), asked('Twice')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const other = await aMember()
    expect((await aChannel({ code: 'TWICE', type: 'manual', credentials: {} }, other)).code).toBe('TWICE')
  })

  it('reports every missing credential', async () => {
    const answer = await owner.post(CHANNELS, { name: 'Shop', code: 'WOO', type: 'woocommerce', credentials: {} })
    expect(answer.status).toBe(400)
    expect(codes(answer)?.sort()).toEqual([
      'credentials.consumer_key',
      'credentials.consumer_secret',
      'credentials.store_url',
    ])
  })

  it('creates the channel even if the shop refuses the credentials, and does not sync it', async () => {
    const refused = await aChannel({ credentials: { api_key: 'refused' } })
    expect(refused.connectionStatus).toMatchObject({ connected: false, errorCode: 'AUTH_FAILED' })
    expect(refused.status).toBe('active')
    expect(await isDue(refused.id)).toBe(false)
    expect(await isDue((await aChannel()).id)).toBe(true)
  })

  it('offers simulated shops only if the deployment enables them', async () => {
    const { config } = app()
    Object.assign(config, { simulatedStores: false })
    try {
      const asked = { name: 'Web', code: 'SIM', type: 'simulator', credentials: { api_key: 'x' } }
      const answer = await owner.post(CHANNELS, asked)
      expect([answer.status, codes(answer)]).toEqual([400, ['type']])
    } finally {
      Object.assign(config, { simulatedStores: true })
    }
  })

  it('does not connect to private addresses', async () => {
    const { body } = await owner.post(`${CHANNELS}/test-connection`, {
      type: 'woocommerce',
      credentials: { store_url: 'https://169.254.169.254', consumer_key: 'ck_1', consumer_secret: 'cs_1' },
    })
    expect(body).toMatchObject({ connected: false, errorCode: 'STORE_NOT_FOUND' })
  })
})

describe('testing a connection', () => {
  it.each([
    [{ api_key: 'good' }, { connected: true, errorCode: null }],
    [{ api_key: 'refused' }, { connected: false, errorCode: 'AUTH_FAILED' }],
    [{}, { connected: false, errorCode: 'INVALID_ARGUMENT' }],
  ])('reports the result for %j', async (credentials, expected) => {
    const { status, body } = await owner.post(`${CHANNELS}/test-connection`, { type: 'simulator', credentials })
    expect(status).toBe(200)
    expect(body).toMatchObject(expected)
    expect(body.checkedAt).toEqual(expect.any(String))
  })
})

describe('the states of a channel', () => {
  it('stop and resume syncing, and end with a disconnect that deletes the credentials', async () => {
    const { id, code } = await aChannel()
    expect((await owner.post(`${CHANNELS}/${id}/pause`)).body.status).toBe('paused')
    expect(await isDue(id)).toBe(false)
    expect((await owner.post(`${CHANNELS}/${id}/pause`)).status).toBe(409)
    expect((await owner.post(`${CHANNELS}/${id}/resume`)).body.status).toBe('active')
    expect(await isDue(id)).toBe(true)
    const { body } = await owner.post(`${CHANNELS}/${id}/disconnect`)
    expect(body).toMatchObject({ status: 'disconnected', connectionId: null, connectionStatus: null })
    expect(await isDue(id)).toBe(false)
    const stored = await app().db.get({ pk: `T#${owner.tenant}#channel`, sk: id })
    expect(stored?.sealedCredentials ?? null).toBeNull()
    const disconnected = await owner.get(`${CHANNELS}/${id}`)
    const second = await owner.post(`${CHANNELS}/${id}/disconnect`)
    expect([second.status, second.body]).toEqual([200, disconnected.body])
    for (const verb of ['pause', 'resume', 'refresh-capabilities'])
      expect((await owner.post(`${CHANNELS}/${id}/${verb}`)).status, verb).toBe(409)
    const credentials = { credentials: { api_key: 'new' } }
    expect((await owner.patch(`${CHANNELS}/${id}/credentials`, credentials)).status).toBe(409)
    // A disconnected channel keeps its code, since documents refer to it.
    const again = { name: 'Again', code, type: 'manual', credentials: {} }
    expect((await owner.post(CHANNELS, again)).status).toBe(409)
  })

  it('are shown by the ability probe', async () => {
    const { id } = await aChannel()
    const subject = `commerce:///sales/channels/${id}`
    const scopes = ['sales:channel:pause', 'sales:channel:resume', 'sales:channel:delete']
    const ask = async () => (await owner.post('/api/auth/can', { subject, scopes })).body
    expect(await ask()).toMatchObject({
      'sales:channel:pause': { allowed: true },
      'sales:channel:resume': { allowed: false, reason: 'channel is active' },
      'sales:channel:delete': { allowed: true },
    })
    await withHistory(id)
    expect((await ask())['sales:channel:delete']).toEqual({ allowed: false, reason: 'channel has history' })
  })
})

describe('deleting a channel', () => {
  it('deletes a channel without history and makes its code available', async () => {
    const { id, code } = await aChannel()
    expect((await owner.delete(`${CHANNELS}/${id}`)).status).toBe(204)
    expect((await owner.get(`${CHANNELS}/${id}`)).status).toBe(404)
    expect((await owner.delete(`${CHANNELS}/${id}`)).status).toBe(404)
    expect((await aChannel({ code })).code).toBe(code)
  })

  it('rejects a channel with history', async () => {
    const { id } = await aChannel()
    await withHistory(id)
    const { status, body } = await owner.delete(`${CHANNELS}/${id}`)
    expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    expect((await owner.get(`${CHANNELS}/${id}`)).body.deletable).toBe(false)
  })

  it('never deletes a channel while its first order is being written', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await aChannel()
      const [removed, kept] = await Promise.allSettled([owner.delete(`${CHANNELS}/${id}`), withHistory(id)])
      const gone = removed.status === 'fulfilled' && removed.value.status === 204
      expect(gone).toBe(kept.status === 'rejected')
      expect((await owner.get(`${CHANNELS}/${id}`)).status).toBe(gone ? 404 : 200)
    }
  })
})

describe('the list of channels', () => {
  it('is newest first and filtered by type, status and merchant', async () => {
    const member = await aMember()
    const { body: merchant } = await member.post('/api/sales/merchants', { name: 'Nordlicht Handel' })
    const first = await aChannel({}, member)
    const second = await aChannel({ type: 'manual', credentials: {} }, member)
    await member.put(`${CHANNELS}/${first.id}/merchant`, { merchantId: merchant.id })
    await member.post(`${CHANNELS}/${second.id}/pause`)
    const ids = async (query: string) =>
      (await member.get(`${CHANNELS}${query}`)).body.member.map(({ id }: { id: string }) => id)
    expect(await ids('')).toEqual([second.id, first.id])
    expect(await ids('?type=manual')).toEqual([second.id])
    expect(await ids('?status=active')).toEqual([first.id])
    expect(await ids(`?merchantId=${merchant.id}`)).toEqual([first.id])
    expect(await ids(`?merchantId=${merchant.id}&status=paused`)).toEqual([])
    expect((await member.get(`${CHANNELS}?type=palace`)).status).toBe(400)
    expect((await owner.get(`${CHANNELS}/${first.id}`)).status).toBe(404)
  })
})

describe('settings of a channel', () => {
  it('are replaced as a whole; absent members get their defaults', async () => {
    const { id } = await aChannel({ syncSettings: { syncIntervalMinutes: 5, statusFilters: ['paid'] } })
    const asked = { name: 'New name', syncSettings: { daysToLookBack: 30 } }
    const { body } = await owner.patch(`${CHANNELS}/${id}`, asked)
    expect(body).toMatchObject({
      name: 'New name',
      syncSettings: {
        ...{ autoImportEnabled: true, syncIntervalMinutes: 15, statusFilters: null, daysToLookBack: 30 },
        ...{ reconcileDays: null, reconcileApplies: false },
      },
    })
    const orders = await owner.patch(`${CHANNELS}/${id}`, { orderSettings: { holdsUnexplained: true } })
    expect(orders.body.orderSettings).toEqual({
      fulfilledPaymentStatuses: null,
      onAccountPaymentMethods: [],
      cancelsRefunded: true,
      holdsUnexplained: true,
      ...{ fulfilsPaymentTerms: false, sellerCurrency: 'order', sellerEarnsWhen: 'accepted', sellerEarnsAfterDays: 0 },
    })
    expect(orders.body.syncSettings).toEqual(body.syncSettings)
    await owner.patch(`${CHANNELS}/${id}`, { syncSettings: { autoImportEnabled: false } })
    expect(await isDue(id)).toBe(false)
    expect((await owner.patch(`${CHANNELS}/${id}`, { code: 'OTHER' })).status).toBe(400)
    expect((await owner.patch(`${CHANNELS}/${newId(new Date())}`, { name: 'x' })).status).toBe(404)
  })
})
