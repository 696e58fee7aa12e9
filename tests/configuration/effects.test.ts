import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { hashEmail } from '../../lib/platform/access/email.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import {
  anOwner,
  ask,
  invitationsOf,
  invited,
  laterBy,
  type Owner,
  PASSWORD,
  signedIn,
  somebody,
} from '../iam/people.ts'
import { aCustodian, aPartner } from '../support/builders.ts'
import { aMember, type Member, type Received } from '../support/client.ts'
import { startWorld } from '../support/oauth-provider.ts'

const SETTINGS = '/api/configuration/settings'
const CUSTODIANS = '/api/warehousing/custodians'
const DAY_SECONDS = 24 * 3600

type Setter = Pick<Member, 'put'>

const set = async (who: Setter, values: Record<string, unknown>) => {
  const settings = Object.entries(values).map(([key, value]) => ({ key, value }))
  expect((await who.put(`${SETTINGS}/bulk`, { settings })).status).toBe(204)
}
const told = ({ status, body }: Received) => [
  status,
  (body.violations ?? []).map(({ propertyPath }: { propertyPath: string }) => propertyPath),
]

beforeEach(() => useApp(undefined))

describe('security.invitationDays', () => {
  test('sets the number of days for which an invitation is valid', async () => {
    const owner = await anOwner()
    await set(owner, { 'security.invitationDays': 2 })
    const [early, late] = [await invited(owner, 'viewer'), await invited(owner, 'viewer')]
    const accept = (token: string) => ask('accept-invitation', { token, password: PASSWORD, firstName: 'Grace' })
    laterBy(2 * DAY_SECONDS - 60)
    expect((await accept(early.token)).status).toBe(200)
    laterBy(120)
    expect(told(await accept(late.token))).toEqual([400, ['token']])
  })
})

describe('security.allowedEmailDomains', () => {
  let owner: Owner
  const invite = (email: string) => owner.post('/api/iam/members', { email, role: 'viewer' })
  const unique = (domain: string) => `${somebody().email.split('@')[0]}@${domain}`
  beforeEach(async () => {
    owner = await anOwner()
  })

  test('refuses invitations to other domains, comparing whole names in any case', async () => {
    await set(owner, { 'security.allowedEmailDomains': ['Example.org', 'müller.example'] })
    for (const domain of ['example.com', 'sub.example.org', 'example.org.example', 'notexample.org', 'example.or'])
      expect(told(await invite(unique(domain)))).toEqual([400, ['email']])
    for (const domain of ['example.org', 'EXAMPLE.ORG', 'xn--mller-kva.example'])
      expect((await invite(unique(domain))).status).toBe(201)
  })

  test('lists the allowed domains in the violation', async () => {
    await set(owner, { 'security.allowedEmailDomains': ['example.org', 'example.net'] })
    const { body } = await invite(unique('example.com'))
    expect(body.violations[0].message).toBe('must be an address at example.org or example.net')
  })

  test('allows every domain if empty', async () => {
    await set(owner, { 'security.allowedEmailDomains': [] })
    expect((await invite(unique('anything.example'))).status).toBe(201)
  })

  test('refuses an earlier invitation until its domain is allowed again', async () => {
    const guest = await invited(owner, 'viewer')
    await set(owner, { 'security.allowedEmailDomains': ['example.org'] })
    const accept = () => ask('accept-invitation', { token: guest.token, password: PASSWORD, firstName: 'Grace' })
    expect(told(await accept())).toEqual([400, ['token']])
    expect(await app().db.get({ pk: `I#email#${hashEmail(guest.email)}`, sk: 'EMAIL' })).toBeUndefined()
    await set(owner, { 'security.allowedEmailDomains': ['example.com'] })
    expect((await accept()).status).toBe(200)
  })

  test('does not affect existing members', async () => {
    const guest = await invited(owner, 'viewer')
    await ask('accept-invitation', { token: guest.token, password: PASSWORD, firstName: 'Grace' })
    await set(owner, { 'security.allowedEmailDomains': ['example.org'] })
    const again = await signedIn({ email: guest.email, password: PASSWORD })
    expect(again.tenants.map(({ id }) => id)).toEqual([owner.tenant])
    expect((await owner.post(`/api/iam/members/${guest.member}/suspend`)).status).toBe(200)
    expect((await owner.post(`/api/iam/members/${guest.member}/reinstate`)).status).toBe(200)
  })

  test('does not affect other tenants', async () => {
    await set(owner, { 'security.allowedEmailDomains': ['example.org'] })
    const other = await anOwner()
    const { email } = await invited(other, 'viewer')
    expect(await invitationsOf(other.tenant, email)).toHaveLength(1)
    expect((await ask('login', { email: owner.email, password: owner.password })).status).toBe(200)
  })
})

describe('warehousing.defaultCapabilities', () => {
  const defaults = { custom: ['list_inventory', 'cancel_order'], internal: ['webhook_receipt', 'cancel_order'] }

  test('apply to a new custodian without capabilities, as far as its type supports them', async () => {
    const owner = await aMember()
    await set(owner, { 'warehousing.defaultCapabilities': defaults })
    const create = async (type: string, fields: object = {}) => {
      const { id: partnerId } = await aPartner(owner)
      return (await owner.post(CUSTODIANS, { partnerId, type, name: 'East', ...fields })).body.enabledCapabilities
    }
    expect(await create('custom')).toEqual(['list_inventory', 'cancel_order'])
    expect(await create('internal')).toEqual(['cancel_order'])
    expect(await create('fulfilment_api_a')).toEqual([])
    expect(await create('custom', { enabledCapabilities: ['push_inventory'] })).toEqual(['push_inventory'])
    expect(await create('custom', { enabledCapabilities: [] })).toEqual([])
    const { id: partnerId } = await aPartner(owner)
    const { body } = await owner.post(`${CUSTODIANS}/onboard`, { partnerId, type: 'custom', name: 'West' })
    expect(body.enabledCapabilities).toEqual(['list_inventory', 'cancel_order'])
  })
})

describe('integrations', () => {
  let codes = 0
  const connect = async (owner: Member, syncSettings?: object | null) => {
    const given = { name: 'Shop', code: `EF-${++codes}`, type: 'manual', credentials: {} }
    const { body } = await owner.post('/api/sales/channels', {
      ...given,
      ...(syncSettings !== undefined && { syncSettings }),
    })
    return body
  }

  test('apply to new channels unless the request says otherwise', async () => {
    const owner = await aMember()
    const notReconciled = { reconcileDays: null, reconcileApplies: false }
    const usual = {
      ...{ autoImportEnabled: true, syncIntervalMinutes: 15, statusFilters: null, daysToLookBack: 7 },
      ...notReconciled,
    }
    expect((await connect(owner)).syncSettings).toEqual(usual)
    await set(owner, {
      'integrations.autoImportEnabled': false,
      'integrations.syncIntervalMinutes': 60,
      'integrations.daysToLookBack': 30,
    })
    const own = {
      ...{ autoImportEnabled: false, syncIntervalMinutes: 60, statusFilters: null, daysToLookBack: 30 },
      ...notReconciled,
    }
    const channel = await connect(owner)
    expect(channel.syncSettings).toEqual(own)
    expect((await connect(owner, null)).syncSettings).toEqual(own)
    expect((await connect(owner, { autoImportEnabled: true, daysToLookBack: 3 })).syncSettings).toEqual({
      ...own,
      autoImportEnabled: true,
      daysToLookBack: 3,
    })
    // The whole value is then replaced by the defaults, which are the same for all.
    const changed = await owner.patch(`/api/sales/channels/${channel.id}`, { syncSettings: {} })
    expect(changed.body.syncSettings).toEqual(usual)
  })
})

describe('general.country', () => {
  test('sets the currency of an invoice if nothing else does', async () => {
    const owner = await aMember()
    const { id: partnerId } = await aPartner(owner)
    const generate = () => owner.post('/api/billing/invoices', { partnerId, dueDate: '2099-01-01' })
    expect(told(await generate())).toEqual([400, ['currencyCode']])
    await set(owner, { 'general.country': 'CH' })
    expect((await generate()).body.currencyCode).toBe('CHF')
    await owner.patch(`/api/partner/partners/${partnerId}`, { countryCode: 'JP' })
    expect((await generate()).body.currencyCode).toBe('JPY')
    await set(owner, { 'general.defaultCurrency': 'EUR' })
    expect((await generate()).body.currencyCode).toBe('EUR')
  })
})

describe('security.allowedReturnUris', () => {
  test('restricts the return URLs of the wizard, whose default is the first', async () => {
    const { app: world, providers } = await startWorld()
    onTestFinished(() => providers.stop())
    const [usual, other] = world.config.wizardRedirectUris as [string, string]
    const owner = await aMember()
    const { id: custodianId } = await aCustodian(owner, { type: 'fba_marketplace' })
    const begin = (redirectUri?: string) =>
      owner.post('/api/warehousing/custodian-wizard/fba_marketplace/auth-start', {
        custodianId,
        ...(redirectUri && { redirectUri }),
      })
    const backTo = async (answer: Promise<Received>) =>
      new URL((await answer).body.authorizationUrl).searchParams.get('redirect_uri')
    for (const each of [usual, other]) expect((await begin(each)).status).toBe(200)
    await set(owner, { 'security.allowedReturnUris': [other] })
    expect(told(await begin(usual))).toEqual([400, ['redirectUri']])
    for (const each of [other, undefined]) expect(await backTo(begin(each))).toBe(other)
    await set(owner, { 'security.allowedReturnUris': ['https://elsewhere.example/back'] })
    for (const each of [usual, undefined, 'https://elsewhere.example/back'])
      expect(told(await begin(each))).toEqual([400, ['redirectUri']])
  })
})

describe('a setting that is no longer defined', () => {
  test('is hidden and does not affect the others', async () => {
    const owner = await aMember()
    await set(owner, { 'general.timezone': 'Asia/Tokyo' })
    const key = { pk: `T#${owner.tenant}#settings`, sk: 'VALUES' }
    const item = (await app().db.get(key)) as Record<string, unknown>
    const at = new Date(0).toISOString()
    const before = { text: '14', rev: 1, createdAt: at, updatedAt: at }
    const held = { ...(item.held as object), 'billing.paymentTermDays': before }
    await app().db.put({ put: { ...item, ...key, held } as never })
    const { body } = await owner.get(`${SETTINGS}?itemsPerPage=100`)
    expect(body.member.map(({ key }: { key: string }) => key)).not.toContain('billing.paymentTermDays')
    expect((await owner.get(`${SETTINGS}/key/billing.paymentTermDays`)).status).toBe(404)
    expect(
      told(await owner.put(`${SETTINGS}/bulk`, { settings: [{ key: 'billing.paymentTermDays', value: 7 }] })),
    ).toEqual([400, ['settings[0].key']])
    expect((await owner.get(`${SETTINGS}/key/general.timezone`)).body.value).toBe('Asia/Tokyo')
    await set(owner, { 'general.locale': 'ja' })
    expect((await owner.get(`${SETTINGS}/key/general.locale`)).body.value).toBe('ja')
  })
})
