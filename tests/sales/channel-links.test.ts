import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { listDuePartitions } from '../../lib/platform/store/table/due.ts'
import { aCustodian, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
let made = 0
beforeAll(async () => {
  owner = await aMember()
})

const aChannel = async (fields: object = {}) =>
  (
    await owner.post(CHANNELS, {
      name: 'Web shop',
      code: `L-${++made}`,
      type: 'simulator',
      credentials: { api_key: 'canary-key-1' },
      ...fields,
    })
  ).body

const aManual = () => aChannel({ type: 'manual', credentials: {} })

const paths = ({ body }: { body: { violations?: { propertyPath: string }[] } }) =>
  body.violations?.map(({ propertyPath }) => propertyPath)

describe('linking a merchant', () => {
  it('accepts only merchants of the tenant', async () => {
    const { id } = await aManual()
    const merchant = (await owner.post('/api/sales/merchants', { name: 'Nordlicht Handel', countryCode: 'DE' })).body
    const link = (merchantId: string) => owner.put(`${CHANNELS}/${id}/merchant`, { merchantId })
    expect((await link(merchant.id)).body.merchantId).toBe(merchant.id)
    const others = await aMember()
    const foreign = (await others.post('/api/sales/merchants', { name: 'Foreign' })).body
    expect(paths(await link(foreign.id))).toEqual(['merchantId'])
    expect(paths(await link('no-id'))).toEqual(['merchantId'])
  })

  it('supports merchants that are searched, updated and linked to a partner', async () => {
    const partner = await aPartner(owner)
    const { body } = await owner.post('/api/sales/merchants', { name: 'Südwind', partnerId: partner.id })
    expect(body).toMatchObject({ name: 'Südwind', partnerId: partner.id, countryCode: null, taxId: null })
    const changed = await owner.patch(`/api/sales/merchants/${body.id}`, { taxId: 'DE123' })
    expect(changed.body).toMatchObject({ name: 'Südwind', taxId: 'DE123' })
    const found = await owner.get('/api/sales/merchants?search=sudw')
    expect(found.body.member.map(({ id }: { id: string }) => id)).toEqual([body.id])
    const wrong = await owner.post('/api/sales/merchants', { name: 'x', partnerId: newId(new Date()) })
    expect(paths(wrong)).toEqual(['partnerId'])
  })
})

describe('the sourcing principal', () => {
  it('is a partner, a merchant or the tenant itself, and nothing else', async () => {
    const { id } = await aManual()
    const partner = await aPartner(owner)
    const set = (principal: string) => owner.put(`${CHANNELS}/${id}/sourcing-principal`, { principal })
    const merchant = (await owner.post('/api/sales/merchants', { name: 'Nordlicht Handel' })).body
    const good = [
      `commerce:///partner/partners/${partner.id}`,
      `commerce:///sales/merchants/${merchant.id}`,
      `commerce:///iam/tenants/${owner.tenant}`,
    ]
    for (const principal of good) expect((await set(principal)).body.sourcingPrincipal).toBe(principal)
    const wrong = [
      '',
      'commerce://host/partner/partners/1',
      'javascript:alert(1)',
      'commerce:///partner/partners/no-id',
    ]
    const stranger = await aMember()
    const foreign = await aPartner(stranger)
    const custodian = await aCustodian(owner)
    const elsewhere = [
      'erp:///inventory/principals/P-1',
      `commerce:///warehousing/custodians/${custodian.id}`,
      `commerce:///partner/merchants/${partner.id}`,
    ]
    for (const principal of [...wrong, ...elsewhere])
      expect(paths(await set(principal)), principal).toEqual(['principal'])
    const unknown = newId(new Date())
    const details = []
    for (const [collection, id] of [
      ['partner/partners', unknown],
      ['partner/partners', foreign.id],
      ['sales/merchants', unknown],
      ['iam/tenants', unknown],
      ['iam/tenants', stranger.tenant],
    ]) {
      const { status, body } = await set(`commerce:///${collection}/${id}`)
      expect([status, paths({ body })]).toEqual([400, ['principal']])
      details.push(body.violations[0].message)
    }
    expect(new Set(details).size).toBe(1)
  })
})

describe('catalog links', () => {
  it('use one replaceable assortment for each direction, never the same for both', async () => {
    const { id } = await aManual()
    const anAssortment = async (name: string) => (await owner.post('/api/catalog/assortments', { name })).body.id
    const [summer, winter] = [await anAssortment('Summer'), await anAssortment('Winter')]
    const bind = (assortmentId: string, direction: string) =>
      owner.put(`${CHANNELS}/${id}/catalog-links`, { assortmentId, direction })
    expect((await bind(summer, 'pull')).body).toMatchObject({ pullAssortmentId: summer, pushAssortmentId: null })
    const loop = await bind(summer, 'push')
    expect([loop.status, loop.body.errorCode]).toEqual([409, 'CATALOG_LINK_LOOP'])
    expect((await bind(winter, 'push')).body).toMatchObject({ pullAssortmentId: summer, pushAssortmentId: winter })
    expect((await bind(winter, 'pull')).body.errorCode).toBe('CATALOG_LINK_LOOP')
    expect((await bind(summer, 'pull')).status).toBe(200)
    expect(paths(await bind(newId(new Date()), 'pull'))).toEqual(['assortmentId'])
    expect(paths(await bind(summer, 'sideways'))).toEqual(['direction'])
    const clear = (direction: string) => owner.delete(`${CHANNELS}/${id}/catalog-links/${direction}`)
    expect((await clear('pull')).body).toMatchObject({ pullAssortmentId: null, pushAssortmentId: winter })
    expect((await clear('pull')).status).toBe(200)
    expect((await clear('sideways')).status).toBe(404)
  })

  it('never form a loop, even if both directions are set at once', async () => {
    const assortmentId = (await owner.post('/api/catalog/assortments', { name: 'Both' })).body.id
    for (let round = 0; round < 5; round++) {
      const { id } = await aManual()
      const bind = (direction: string) => owner.put(`${CHANNELS}/${id}/catalog-links`, { assortmentId, direction })
      const answers = await Promise.all([bind('pull'), bind('push')])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })
})

describe('currencies and locales', () => {
  const currencies = (id: string, body: object) => owner.patch(`${CHANNELS}/${id}/currencies`, body)
  const locales = (id: string, body: object) => owner.patch(`${CHANNELS}/${id}/locales`, body)

  it('keep absent values, replace given ones and must include the default', async () => {
    const { id } = await aManual()
    const set = await currencies(id, { defaultCurrency: 'EUR', supportedCurrencies: ['EUR', 'USD', 'EUR'] })
    expect(set.body).toMatchObject({ defaultCurrency: 'EUR', supportedCurrencies: ['EUR', 'USD'] })
    expect((await currencies(id, { supportedCurrencies: null })).body.supportedCurrencies).toEqual(['EUR', 'USD'])
    expect(paths(await currencies(id, { supportedCurrencies: ['USD'] }))).toEqual(['supportedCurrencies'])
    expect(paths(await currencies(id, { defaultCurrency: 'JPY' }))).toEqual(['defaultCurrency'])
    expect(paths(await currencies(id, { defaultCurrency: 'EUR', clearDefaultCurrency: true }))).toEqual([
      'clearDefaultCurrency',
    ])
    const wrong = await currencies(id, { defaultCurrency: 'ZZZ', supportedCurrencies: ['QQQ', 'EUR'] })
    expect(paths(wrong)?.slice(0, 2)).toEqual(['defaultCurrency', 'supportedCurrencies[0]'])
    expect((await currencies(id, { supportedCurrencies: [] })).body).toMatchObject({
      defaultCurrency: 'EUR',
      supportedCurrencies: [],
    })
    expect((await currencies(id, { clearDefaultCurrency: true })).body.defaultCurrency).toBeNull()
  })

  it('treat different spellings of a locale as the same', async () => {
    const { id } = await aManual()
    const set = await locales(id, { defaultLocale: 'DE-de', supportedLocales: ['de_DE', 'de-DE', 'zh-hant-tw', 'en'] })
    expect(set.body).toMatchObject({ defaultLocale: 'de_DE', supportedLocales: ['de_DE', 'zh_Hant_TW', 'en'] })
    expect(paths(await locales(id, { defaultLocale: 'x' }))).toEqual(['defaultLocale'])
    expect(paths(await locales(id, { defaultLocale: 'fr_FR' }))).toEqual(['defaultLocale'])
    expect((await locales(id, { clearDefaultLocale: true })).body.defaultLocale).toBeNull()
  })
})

describe('credentials', () => {
  const change = (id: string, credentials: object) => owner.patch(`${CHANNELS}/${id}/credentials`, { credentials })

  it('are stored whatever the shop answers, and let syncing resume after a refusal', async () => {
    const { id } = await aChannel({ credentials: { api_key: 'refused' } })
    const isDue = async () => {
      const found = await Promise.all(listDuePartitions('channel').map((pk) => app().db.query({ pk, index: 'due' })))
      return found.flat().some(({ sk }) => sk === id)
    }
    expect(await isDue()).toBe(false)
    const { status, body, text } = await change(id, { api_key: 'canary-key-2' })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['channel', 'connectionStatus'])
    expect(body.connectionStatus).toMatchObject({ connected: true })
    expect(body.channel).toMatchObject({ '@type': 'SalesChannel', '@id': `${CHANNELS}/${id}`, id })
    expect(text).not.toContain('canary')
    expect(await isDue()).toBe(true)
    const worse = await change(id, { api_key: 'refused' })
    expect(worse.body.connectionStatus).toMatchObject({ connected: false, errorCode: 'AUTH_FAILED' })
    expect(await isDue()).toBe(true)
  })

  it('that are blank or absent stay unchanged', async () => {
    const { id } = await aChannel({ credentials: { api_key: 'refused', seed: 'seed-1' } })
    for (const credentials of [{}, { api_key: '' }, { api_key: '  ' }, { api_key: null }])
      expect((await change(id, credentials)).body.connectionStatus.errorCode, JSON.stringify(credentials)).toBe(
        'AUTH_FAILED',
      )
    const { body } = await change(id, { api_key: 'good' })
    expect(body.connectionStatus.storeInfo.name).toContain('seed-1')
  })

  it('are rejected if they are the mask of a secret', async () => {
    const { id } = await aChannel()
    for (const mask of ['********', '••••', ' ****1234 ', 'cs_****ab', '●●●●●●', 'xxxx', '....'])
      expect(paths(await change(id, { api_key: mask })), mask).toEqual(['credentials.api_key'])
    for (const secret of ['a.b.c.io', 'p*ss*word', 'x1x2x3', 'xx'])
      expect((await change(id, { api_key: secret })).status, secret).toBe(200)
  })

  it('are rejected for a channel without a shop', async () => {
    const { id } = await aManual()
    expect((await change(id, { api_key: 'x' })).status).toBe(409)
  })
})

describe('the channels of a shop', () => {
  const discover = (connectionId: string, query = '') =>
    owner.get(`/api/sales/connections/${connectionId}/store-channels${query}`)

  it('are listed by connection, all or only enabled ones', async () => {
    const { connectionId } = await aChannel()
    const { status, body } = await discover(connectionId)
    expect(status).toBe(200)
    expect(body).toMatchObject({ '@type': 'ChannelDiscovery', connectionId })
    expect(body.channels.map(({ code }: { code: string }) => code)).toEqual(['web', 'old'])
    const enabled = await discover(connectionId, '?only_enabled=true')
    expect(enabled.body.channels.map(({ code }: { code: string }) => code)).toEqual(['web'])
  })

  it('are answered with a client error if the shop cannot be reached', async () => {
    const refused = await discover((await aChannel({ credentials: { api_key: 'refused' } })).connectionId)
    expect([refused.status, refused.body.errorCode]).toEqual([424, 'CONNECTION_FAILED'])
    expect(refused.body.detail).toMatch(/^AUTH_FAILED/)
    const closed = await discover((await aChannel({ credentials: { api_key: 'unavailable' } })).connectionId)
    expect(closed.status).toBe(424)
    expect((await discover(newId(new Date()))).status).toBe(404)
    const others = await aMember()
    const { connectionId } = await aChannel()
    expect((await others.get(`/api/sales/connections/${connectionId}/store-channels`)).status).toBe(404)
  })

  it('replace currencies and locales, and a default that is none of them, and change nothing if the shop reports none', async () => {
    const { id } = await aChannel()
    const refresh = (channelId: string) => owner.post(`${CHANNELS}/${channelId}/refresh-capabilities`)
    expect((await refresh(id)).body).toMatchObject({
      defaultCurrency: 'EUR',
      supportedCurrencies: ['EUR'],
      defaultLocale: 'en_US',
      supportedLocales: ['en_US', 'de_DE'],
    })
    const chosen = await aChannel()
    await owner.patch(`${CHANNELS}/${chosen.id}/currencies`, { defaultCurrency: 'USD', supportedCurrencies: ['USD'] })
    await owner.patch(`${CHANNELS}/${chosen.id}/locales`, {
      defaultLocale: 'de_DE',
      supportedLocales: ['de_DE', 'fr_FR'],
    })
    expect((await refresh(chosen.id)).body).toMatchObject({
      ...{ defaultCurrency: 'EUR', supportedCurrencies: ['EUR'] },
      ...{ defaultLocale: 'de_DE', supportedLocales: ['en_US', 'de_DE'] },
    })
    const failed = await aChannel({ connectorConfig: { fail_percent: '100' } })
    expect(failed.connectionStatus).toMatchObject({ connected: false, errorCode: 'UPSTREAM_ERROR' })
    await owner.patch(`${CHANNELS}/${failed.id}`, { connectorConfig: {} })
    expect((await refresh(failed.id)).body.connectionStatus).toMatchObject({ connected: true, errorCode: null })
    const refused = await aChannel({ credentials: { api_key: 'refused' } })
    await owner.patch(`${CHANNELS}/${refused.id}/currencies`, { supportedCurrencies: ['USD'] })
    const kept = await refresh(refused.id)
    expect([kept.status, kept.body.supportedCurrencies]).toEqual([200, ['USD']])
    expect((await refresh((await aManual()).id)).status).toBe(200)
  })
})
