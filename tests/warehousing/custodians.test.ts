import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { newId, parseId, toUuid } from '../../lib/platform/id.ts'
import { CAPABILITY_CATALOG } from '../../lib/warehousing/custodian.ts'
import { aCustodian, aPartner } from '../support/builders.ts'
import { aMember, client, type Member } from '../support/client.ts'

const CUSTODIANS = '/api/warehousing/custodians'
const CREDENTIALS = { accessToken: 'canary-access-token', channelId: 'canary-channel' }

let owner: Member
beforeAll(async () => {
  owner = await aMember()
})

const codes = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath)

describe('creating a custodian', () => {
  it('answers with the whole resource in its envelope, a UUID and its location', async () => {
    const partner = await aPartner(owner, { name: 'Nordlicht' })
    const { status, body, headers } = await owner.post(CUSTODIANS, {
      partnerId: partner.id,
      type: 'fulfilment_api_a',
      name: 'Hamburg East',
      enabledCapabilities: ['list_inventory'],
      connectionConfig: CREDENTIALS,
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      '@context': '/api/docs/contexts/Custodian',
      '@id': `${CUSTODIANS}/${body.id}`,
      '@type': 'Custodian',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      partnerId: toUuid(partner.id),
      partnerName: 'Nordlicht',
      type: 'fulfilment_api_a',
      name: 'Hamburg East',
      status: 'active',
      enabledCapabilities: ['list_inventory'],
      connectionConfigured: true,
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
    })
    expect(headers.Location).toBe(body['@id'])
    expect(headers.ETag).toBe('"1"')
    expect((await owner.get(headers.Location as string)).body).toEqual(body)
  })

  it('reports all violations at once, each with its path', async () => {
    const answer = await owner.post(CUSTODIANS, {
      type: 'palace',
      name: ' ',
      enabledCapabilities: ['fly'],
      colour: 'red',
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ type: '/errors/validation-error', title: 'Validation Error', status: 400 })
    expect(codes(answer)?.sort()).toEqual(['colour', 'enabledCapabilities[0]', 'name', 'partnerId', 'type'])
  })

  it('rejects capabilities that the type cannot have, and missing or forbidden credentials', async () => {
    const { id: partnerId } = await aPartner(owner)
    const create = (fields: object) => owner.post(CUSTODIANS, { partnerId, name: 'X', ...fields })
    expect(
      codes(
        await create({
          type: 'fulfilment_api_a',
          enabledCapabilities: ['list_inventory', 'label_generation'],
          connectionConfig: { accessToken: 'a' },
        }),
      ),
    ).toEqual(['enabledCapabilities[1]', 'connectionConfig.channelId'])
    for (const type of ['internal', 'fba_marketplace', 'retailer_fbb', 'freight_platform'])
      expect(codes(await create({ type, connectionConfig: { apiKey: 'k' } }))).toEqual(['connectionConfig'])
  })

  it('rejects missing partners and those of other tenants with the same answer', async () => {
    const foreign = await aPartner(await aMember())
    for (const partnerId of [foreign.id, newId(new Date())]) {
      const answer = await owner.post(CUSTODIANS, { partnerId, type: 'custom', name: 'X' })
      expect([answer.status, codes(answer)]).toEqual([400, ['partnerId']])
    }
  })

  it('allows one custodian for each partner, even if two are created at once', async () => {
    const { id: partnerId } = await aPartner(owner)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => owner.post(CUSTODIANS, { partnerId, type: 'custom', name: 'X' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.errorCode).toBe('ALREADY_EXISTS')
    expect((await owner.get(`${CUSTODIANS}?partnerId=${partnerId}`)).body.totalItems).toBe(1)
  })

  it('creates one custodian if a request is repeated with its idempotency key, and rejects the key for another body', async () => {
    const { id: partnerId } = await aPartner(owner)
    const send = (name: string) =>
      owner.post(CUSTODIANS, { name, type: 'custom', partnerId }, { 'idempotency-key': `key ${partnerId}` })
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => send('Same')))
    const later = await send('Same')
    for (const answer of [...others, later]) expect([answer.status, answer.body]).toEqual([201, first?.body])
    expect(later.headers['Idempotency-Replayed']).toBe('true')
    const other = await send('Other')
    expect([other.status, other.body.errorCode]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })
})

describe('credentials', () => {
  it('never appear in plain text, neither in a response nor in the table', async () => {
    const { id } = await aCustodian(owner, { type: 'fulfilment_api_a', connectionConfig: CREDENTIALS })
    const { text } = await owner.get(`${CUSTODIANS}/${id}`)
    const items = await app().db.query({ pk: `T#${owner.tenant}#custodian` })
    const stored = JSON.stringify(items.find(({ sk }) => sk === parseId(id)))
    for (const secret of Object.values(CREDENTIALS))
      for (const spelling of [
        secret,
        Buffer.from(secret).toString('base64').slice(0, -4),
        Buffer.from(secret).toString('hex'),
      ])
        expect(text + stored).not.toContain(spelling)
    expect(stored).toContain('sealedConnection')
  })

  it('are merged by an update, which changes only those that are given', async () => {
    const { id } = await aCustodian(owner, { type: 'fulfilment_api_a', connectionConfig: CREDENTIALS })
    const put = (connectionConfig: object) => owner.put(`${CUSTODIANS}/${id}/connection-config`, { connectionConfig })
    expect((await put({ channelId: 'other' })).status).toBe(200)
    expect(codes(await put({}))).toEqual(['connectionConfig'])
    expect(codes(await put({ password: 'x' }))).toEqual(['connectionConfig.password'])
    const test = { type: 'fulfilment_api_a', connectionConfig: { custodianId: id } }
    // The token is still there, and the new channel is known to be wrong without asking ShipBob.
    expect((await owner.post(`${CUSTODIANS}/test-connection`, test)).body).toMatchObject({
      ok: false,
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('channelId'),
    })
  })

  it('are tested for completeness before the system is asked, and are not stored by the test', async () => {
    const test = (type: string, connectionConfig: object) =>
      owner.post(`${CUSTODIANS}/test-connection`, { type, connectionConfig })
    expect((await test('custom', { apiKey: 'a' })).body).toMatchObject({
      '@type': 'CustodianConnectionTest',
      id: 'test-connection',
      ok: true,
    })
    expect((await test('shipping_api', { publicKey: 'a', secretKey: 'b', integrationId: 'c' })).body).toMatchObject({
      ok: false,
      code: 'INVALID_CONFIG',
    })
    expect((await test('shipping_api', { publicKey: 'a' })).body).toMatchObject({ ok: false, code: 'INVALID_ARGUMENT' })
    expect(codes(await test('shipping_api', { custodianId: newId(new Date()) }))).toEqual([
      'connectionConfig.custodianId',
    ])
  })
})

describe('the states of a custodian', () => {
  it.each([
    ['active', 'suspend', 200, 'suspended'],
    ['active', 'reactivate', 409, 'active'],
    ['active', 'disconnect', 200, 'disconnected'],
    ['suspended', 'suspend', 409, 'suspended'],
    ['suspended', 'reactivate', 200, 'active'],
    ['suspended', 'disconnect', 200, 'disconnected'],
    ['disconnected', 'suspend', 409, 'disconnected'],
    ['disconnected', 'reactivate', 409, 'disconnected'],
    ['disconnected', 'disconnect', 200, 'disconnected'],
  ])('%s, asked to %s: %i, then %s', async (state, action, status, after) => {
    const { id } = await aCustodian(owner, { connectionConfig: { apiKey: 'k' } })
    if (state !== 'active') await owner.post(`${CUSTODIANS}/${id}/${state === 'suspended' ? 'suspend' : 'disconnect'}`)
    const answer = await owner.post(`${CUSTODIANS}/${id}/${action}`)
    expect(answer.status).toBe(status)
    if (status === 409)
      expect(answer.body).toMatchObject({ errorCode: 'OPERATION_NOT_ALLOWED', detail: expect.stringContaining(state) })
    expect((await owner.get(`${CUSTODIANS}/${id}`)).body.status).toBe(after)
  })

  it('deletes the credentials on disconnect; a new configuration reconnects the custodian', async () => {
    const { id } = await aCustodian(owner, { connectionConfig: { apiKey: 'k' } })
    expect((await owner.post(`${CUSTODIANS}/${id}/disconnect`)).body.connectionConfigured).toBe(false)
    const [item] = (await app().db.query({ pk: `T#${owner.tenant}#custodian` })).filter(({ sk }) => sk === parseId(id))
    expect(item?.sealedConnection).toBeNull()
    const back = await owner.put(`${CUSTODIANS}/${id}/connection-config`, { connectionConfig: { apiKey: 'new' } })
    expect(back.body).toMatchObject({ status: 'active', connectionConfigured: true })
  })

  it('is not changed by a second disconnect', async () => {
    const { id } = await aCustodian(owner, { connectionConfig: { apiKey: 'k' } })
    const first = await owner.post(`${CUSTODIANS}/${id}/disconnect`)
    const second = await owner.post(`${CUSTODIANS}/${id}/disconnect`)
    expect([second.status, second.body, second.headers.ETag]).toEqual([200, first.body, first.headers.ETag])
  })

  it('rejects disconnecting an internal custodian', async () => {
    const { id } = await aCustodian(owner, { type: 'internal' })
    expect((await owner.post(`${CUSTODIANS}/${id}/disconnect`)).status).toBe(409)
  })

  it('lets exactly one of several concurrent suspensions succeed', async () => {
    const { id } = await aCustodian(owner)
    const answers = await Promise.all(Array.from({ length: 8 }, () => owner.post(`${CUSTODIANS}/${id}/suspend`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  it('rejects an outdated If-Match and changes nothing', async () => {
    const { id } = await aCustodian(owner)
    const path = `${CUSTODIANS}/${id}/suspend`
    expect((await owner.post(path, undefined, { 'if-match': '"7"' })).status).toBe(412)
    const { headers } = await owner.get(`${CUSTODIANS}/${id}`)
    expect((await owner.post(path, undefined, { 'if-match': headers.ETag as string })).status).toBe(200)
  })
})

describe('capabilities', () => {
  it('are enabled and disabled if the type can have them; doing so twice changes nothing', async () => {
    const { id } = await aCustodian(owner, { type: 'fba_marketplace' })
    const set = (verb: string, capability: string) =>
      owner.post(`${CUSTODIANS}/${id}/${verb}-capability`, { capability })
    expect((await set('enable', 'list_inventory')).body.enabledCapabilities).toEqual(['list_inventory'])
    const again = await set('enable', 'list_inventory')
    expect([again.body.enabledCapabilities, again.headers.ETag]).toEqual([['list_inventory'], '"2"'])
    expect((await set('disable', 'list_inventory')).body.enabledCapabilities).toEqual([])
    expect((await set('disable', 'list_inventory')).status).toBe(200)
    expect(codes(await set('enable', 'push_inventory'))).toEqual(['capability'])
  })

  it('have a catalog by type', async () => {
    const { body } = await owner.get(`${CUSTODIANS}/capability-catalog`)
    expect(body).toMatchObject({ id: 'default', catalog: CAPABILITY_CATALOG })
  })
})

describe('onboarding a partner', () => {
  it('creates one custodian for the partner, even if it is repeated or concurrent', async () => {
    const { id: partnerId } = await aPartner(owner)
    const onboard = () => owner.post(`${CUSTODIANS}/onboard`, { partnerId, type: 'internal', name: 'House' })
    const answers = await Promise.all([onboard(), onboard(), onboard()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await owner.get(`/api/partner/partners/${partnerId}`)).body.roles).toEqual(['Partner.Custodian'])
  })

  it('adds the role once to a partner that already has a custodian', async () => {
    const { id: partnerId } = await aPartner(owner, { roles: ['Partner.Supplier'] })
    const custodian = await aCustodian(owner, { partnerId, type: 'internal' })
    const onboard = () => owner.post(`${CUSTODIANS}/onboard`, { partnerId, type: 'internal', name: 'House' })
    const answers = await Promise.all([onboard(), onboard(), onboard()])
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, custodian]))
    const partner = await owner.get(`/api/partner/partners/${partnerId}`)
    expect(partner.body.roles).toEqual(['Partner.Supplier', 'Partner.Custodian'])
    await onboard()
    expect((await owner.get(`/api/partner/partners/${partnerId}`)).headers.ETag).toBe(partner.headers.ETag)
  })
})

describe('reading custodians', () => {
  it('returns the custodian of a partner, or 404 if there is none', async () => {
    const custodian = await aCustodian(owner)
    expect((await owner.get(`${CUSTODIANS}/by-partner/${custodian.partnerId}`)).body).toEqual(custodian)
    const { id } = await aPartner(owner)
    expect((await owner.get(`${CUSTODIANS}/by-partner/${id}`)).status).toBe(404)
  })

  it('lists newest first with every filter, the exact total and links that keep the filters', async () => {
    const member = await aMember()
    const made = []
    for (let i = 0; i < 5; i++)
      made.push(await aCustodian(member, { type: i % 2 ? 'internal' : 'custom', name: `Dépôt ${i}` }))
    await member.post(`${CUSTODIANS}/${made[4].id}/suspend`)
    const list = async (query: string) => (await member.get(`${CUSTODIANS}?${query}`)).body
    const first = await list('type=custom&itemsPerPage=2')
    expect(first.totalItems).toBe(3)
    expect(first.member.map(({ name }: { name: string }) => name)).toEqual(['Dépôt 4', 'Dépôt 2'])
    expect(first.view).toEqual({
      '@id': `${CUSTODIANS}?type=custom&itemsPerPage=2&page=1`,
      '@type': 'PartialCollectionView',
      first: `${CUSTODIANS}?type=custom&itemsPerPage=2&page=1`,
      last: `${CUSTODIANS}?type=custom&itemsPerPage=2&page=2`,
      next: `${CUSTODIANS}?type=custom&itemsPerPage=2&page=2`,
    })
    expect((await list('type=custom&itemsPerPage=2&page=2')).member).toHaveLength(1)
    expect((await list('status=suspended')).member).toMatchObject([{ name: 'Dépôt 4' }])
    expect((await list('type=internal&status=active')).totalItems).toBe(2)
    expect((await list('search=depot')).totalItems).toBe(5)
    expect((await list('search=DEPOT%203')).member).toMatchObject([{ name: 'Dépôt 3' }])
    expect((await list(`partnerId=${made[0].partnerId}&status=active`)).totalItems).toBe(1)
    expect((await list(`partnerId=${made[4].partnerId}&status=active`)).totalItems).toBe(0)
    expect(first.search).toMatchObject({
      '@type': 'IriTemplate',
      template: `${CUSTODIANS}{?type,status,partnerId,search,page,itemsPerPage}`,
    })
  })

  it('searches words of both names, and finds a renamed partner by its new name', async () => {
    const member = await aMember()
    const partner = await aPartner(member, { name: 'Nordlicht Logistik GmbH' })
    const { id } = await aCustodian(member, { partnerId: partner.id, name: 'Halle 7 Hamburg East', type: 'custom' })
    await aCustodian(member, { name: 'Leipzig' })
    const found = async (search: string, more = '') =>
      (await member.get(`${CUSTODIANS}?search=${encodeURIComponent(search)}${more}`)).body.member.map(
        (each: { id: string }) => each.id,
      )
    for (const search of ['halle', 'east', 'hamb', 'logistik', 'GMBH nord', 'ost hamburg logis'.slice(4)])
      expect([search, await found(search)]).toEqual([search, [id]])
    expect(await found('nordlicht', '&type=custom&status=active')).toEqual([id])
    expect(await found('nordlicht', '&status=suspended')).toEqual([])
    expect(await found('logistik', `&partnerId=${partner.id}`)).toEqual([id])
    expect(await found('leipzig', `&partnerId=${partner.id}`)).toEqual([])
    const words = async () =>
      (await app().db.query({ pk: `T#${member.tenant}#custodian?words` })).filter(({ sk }) =>
        sk.endsWith(parseId(id) as string),
      )
    expect(await words()).toHaveLength(7)
    await member.patch(`/api/partner/partners/${partner.id}`, { name: 'Südlicht Logistik' })
    expect(await found('nordlicht')).toEqual([])
    expect(await found('sudlicht hamburg')).toEqual([id])
    expect(await words()).toHaveLength(6)
  })

  it('searches the first twelve words of both names, and renames such a partner in one transaction', async () => {
    const member = await aMember()
    const words = (beginning: string, count = 14) =>
      Array.from({ length: count }, (_, i) => `${beginning}${String.fromCharCode(97 + i)}`).join(' ')
    const partner = await aPartner(member, { name: words('old') })
    const { id } = await aCustodian(member, { partnerId: partner.id, name: words('hall') })
    const found = async (search: string) =>
      (await member.get(`${CUSTODIANS}?search=${search}`)).body.member.map((each: { id: string }) => each.id)
    expect([await found('halll'), await found('oldl'), await found('oldm')]).toEqual([[id], [id], []])
    expect((await member.patch(`/api/partner/partners/${partner.id}`, { name: words('new') })).status).toBe(200)
    expect([await found('halll'), await found('newl'), await found('olda')]).toEqual([[id], [id], []])
  })

  it('answers a page past the end with no items and a link to the last page', async () => {
    const member = await aMember()
    await aCustodian(member)
    const { status, body } = await member.get(`${CUSTODIANS}?page=9`)
    expect([status, body.member, body.totalItems]).toEqual([200, [], 1])
    expect([body.view.last, body.view.previous, body.view.next]).toEqual([
      `${CUSTODIANS}?page=1`,
      `${CUSTODIANS}?page=1`,
      undefined,
    ])
  })

  it.each([
    'page=0',
    'itemsPerPage=101',
    'itemsPerPage=x',
    'type=palace',
    'status=',
    'partnerId=7',
    'colour=red',
    'page=1&page=2',
  ])('refuses ?%s, naming the parameter', async (query) => {
    const answer = await owner.get(`${CUSTODIANS}?${query}`)
    expect([answer.status, codes(answer)]).toEqual([400, [query.split('=')[0]]])
  })

  it('updates the name of the partner on its custodian', async () => {
    const { id, partnerId } = await aCustodian(owner)
    await owner.patch(`/api/partner/partners/${partnerId}`, { name: 'Renamed' })
    expect((await owner.get(`${CUSTODIANS}/${id}`)).body.partnerName).toBe('Renamed')
  })
})

describe('authorization', () => {
  it('requires a token, a tenant and the scope; a rejected request changes nothing', async () => {
    const { id } = await aCustodian(owner)
    const path = `${CUSTODIANS}/${id}/suspend`
    const viewer = await aMember({ tenant: owner.tenant, role: 'viewer' })
    expect((await client().post(path)).status).toBe(401)
    const denied = await viewer.post(path)
    expect([denied.status, denied.body.errorCode]).toEqual([403, 'SCOPE_MISSING'])
    expect(denied.body.detail).toContain('warehousing:custodian:write')
    expect((await owner.get(`${CUSTODIANS}/${id}`)).body.status).toBe('active')
  })

  it('answers the same 404 for a missing custodian and one of another tenant', async () => {
    const stranger = await aMember()
    const { id } = await aCustodian(owner)
    const seen = async (each: string) => {
      const { status, body } = await stranger.get(`${CUSTODIANS}/${each}`)
      return [status, { ...body, instance: '' }]
    }
    expect(await seen(id)).toEqual(await seen(toUuid(newId(new Date()))))
    expect((await stranger.post(`${CUSTODIANS}/${id}/suspend`)).status).toBe(404)
    expect((await owner.get(`${CUSTODIANS}/${id}`)).body.status).toBe('active')
    expect((await owner.get(`${CUSTODIANS}/not-an-id`)).status).toBe(404)
  })
})
