import { beforeAll, describe, expect, it } from 'vitest'
import { aRow, importing } from '../sales/orders.ts'
import { aChannel, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

let owner: Member
let partnerId: string
let channelId: string
beforeAll(async () => {
  owner = await aMember()
  partnerId = (await aPartner(owner)).id
  channelId = (await aChannel(owner)).id
})

const charge = (fields: object) => ({
  partnerId,
  scope: 'storage',
  chargeType: 'storage_fee',
  description: 'Storage',
  amount: 1,
  currency: 'EUR',
  ...fields,
})

// tests/generated/values.test.ts tries what is not valid in every input that takes a time.
const WRONG = [
  '2016-12-31T23:59:60Z',
  '2026-03-31 14:00:00Z',
  '2026-03-31t14:00:00z',
  '2026-03-31T14:00:00',
  '2026-03-31T14:00Z',
  '2026-02-30T14:00:00Z',
  '0000-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
]

describe('a timestamp in a request', () => {
  it('that is not valid fails only its own order in an import', async () => {
    const rows = [...WRONG.map((placedAt) => aRow({ placedAt })), aRow({ placedAt: '2026-03-31T14:00:00+02:00' })]
    const { status, body } = await importing(owner, channelId, rows)
    expect([status, body.imported, body.failed]).toEqual([200, 1, WRONG.length])
  })

  it('is stored in UTC, whatever its time zone', async () => {
    const { body } = await owner.post('/api/billing/charges', charge({ occurredAt: '2026-03-31T14:00:00.5+02:00' }))
    expect(body.occurredAt).toBe('2026-03-31T12:00:00.500Z')
  })
})

describe('a duplicate in a list of codes', () => {
  it.each([
    ['currencies', 'supportedCurrencies', ['EUR', 'USD', 'EUR'], ['EUR', 'USD']],
    ['locales', 'supportedLocales', ['de_DE', 'de-DE'], ['de_DE']],
  ])('counts once among the %s of a channel', async (part, name, given, kept) => {
    const { status, body } = await owner.patch(`/api/sales/channels/${channelId}/${part}`, { [name]: given })
    expect([status, body[name]]).toEqual([200, kept])
  })

  it('counts once among the status filters of a channel', async () => {
    const syncSettings = { statusFilters: ['processing', 'on-hold', 'processing'] }
    const { status, body } = await owner.patch(`/api/sales/channels/${channelId}`, { syncSettings })
    expect([status, body.syncSettings.statusFilters]).toEqual([200, ['processing', 'on-hold']])
  })

  it('counts once among the roles of a partner', async () => {
    const roles = ['Partner.Supplier', 'Partner.Customer', 'Partner.Supplier']
    const { status, body } = await owner.post('/api/partner/partners', { name: 'Nordlicht', roles })
    expect([status, body.roles]).toEqual([201, ['Partner.Supplier', 'Partner.Customer']])
    const changed = await owner.patch(`/api/partner/partners/${body.id}`, { roles: roles.toReversed() })
    expect([changed.status, changed.body.roles]).toEqual([200, ['Partner.Supplier', 'Partner.Customer']])
  })

  it('counts once among the topics of a webhook endpoint', async () => {
    const topics = ['finance.*', 'sales.order.ready', 'finance.*']
    const given = { name: 'Books', url: 'https://hooks.example.com/books', topics }
    const { status, body } = await owner.post('/api/notification/webhook-endpoints', given)
    expect([status, body.topics]).toEqual([201, ['finance.*', 'sales.order.ready']])
    const changed = await owner.patch(`/api/notification/webhook-endpoints/${body.id}`, { topics: topics.slice(1) })
    expect([changed.status, changed.body.topics]).toEqual([200, ['sales.order.ready', 'finance.*']])
  })

  it('counts once among the aliases of a carrier', async () => {
    const given = { code: 'radkurier', name: 'Radkurier', aliases: ['RKE', 'Elbe', 'RKE'] }
    const { status, body } = await owner.post('/api/shipping/carriers', given)
    expect([status, body.aliases]).toEqual([201, ['RKE', 'Elbe']])
    const changed = await owner.patch('/api/shipping/carriers/radkurier', { aliases: ['Elbe', 'Elbe'] })
    expect([changed.status, changed.body.aliases]).toEqual([200, ['Elbe']])
  })

  it('counts once among the scopes of a service account', async () => {
    const scopes = ['sales:order:read', 'partner:partner:read', 'sales:order:read']
    const { status, body } = await owner.post('/api/iam/service-accounts', { name: 'Reports', scopes })
    expect([status, body.scopes]).toEqual([201, ['sales:order:read', 'partner:partner:read']])
    const changed = await owner.patch(`/api/iam/service-accounts/${body.id}`, {
      scopes: scopes.slice(1).concat(scopes),
    })
    expect([changed.status, changed.body.scopes]).toEqual([200, ['partner:partner:read', 'sales:order:read']])
  })

  it('counts once among the capabilities of a custodian', async () => {
    const { status, body } = await owner.post('/api/warehousing/custodians', {
      partnerId: (await aPartner(owner)).id,
      type: 'fulfilment_api_a',
      name: 'Hamburg',
      enabledCapabilities: ['list_inventory', 'list_inventory'],
    })
    expect([status, body.enabledCapabilities]).toEqual([201, ['list_inventory']])
  })
})
