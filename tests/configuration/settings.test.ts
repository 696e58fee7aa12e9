import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { SETTING_CATALOG } from '../../functions/settings/setting-catalog.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { parseId } from '../../lib/platform/id.ts'
import { unpackBody } from '../../lib/platform/store/audit/audit-body.ts'
import type { AuditItem } from '../../lib/platform/store/audit/audit-item.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { aMember, client, type Member, type Received } from '../support/client.ts'

const SETTING_KEYS = SETTING_CATALOG.settings.map(({ key }) => key)
const SETTINGS = '/api/configuration/settings'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const byKey = async (key: string, member = owner) => (await member.get(`${SETTINGS}/key/${key}`)).body
const pathOf = async (key: string, member = owner) => `${SETTINGS}/${(await byKey(key, member)).id}`
const set = async (key: string, value: unknown, headers = {}) => owner.put(await pathOf(key), { value }, headers)
const bulk = (...settings: unknown[]) => owner.put(`${SETTINGS}/bulk`, { settings })
const stored = (member = owner) => app().db.query({ pk: `T#${member.tenant}#settings` })
/** Lists the changes of settings in the audit trail, by request. */
const logs = async () => {
  const items = (await app().db.query({ pk: `T#${owner.tenant}#audit` })) as unknown as AuditItem[]
  return items.map(unpackBody).map(({ actor, entries }) => {
    const changes = entries.flatMap((entry) => entry.changes)
    return { actor, changes: changes.map(({ field, before, after }) => ({ key: field, old: before, new: after })) }
  })
}
const paths = ({ status, body }: Received) => [
  status,
  body.violations?.map(({ propertyPath }: { propertyPath: string }) => propertyPath),
]

describe('the list of settings', () => {
  it('has all definitions in their order before anything is set', async () => {
    const { status, body } = await owner.get(`${SETTINGS}?itemsPerPage=100`)
    expect(status).toBe(200)
    expect(body.totalItems).toBe(SETTING_KEYS.length)
    expect(body.member.map(({ key }: { key: string }) => key)).toEqual(SETTING_KEYS)
    for (const each of body.member)
      expect(each).toMatchObject({ '@type': 'Setting', isDefault: true, createdAt: null, updatedAt: null })
    expect(await stored()).toEqual([])
  })

  it('has 50 settings on a page by default and each setting once', async () => {
    const first = (await owner.get(SETTINGS)).body
    expect(first.member).toHaveLength(Math.min(50, SETTING_KEYS.length))
    const seen: string[] = []
    for (let page = 1; page <= Math.ceil(SETTING_KEYS.length / 7); page++)
      seen.push(
        ...(await owner.get(`${SETTINGS}?itemsPerPage=7&page=${page}`)).body.member.map((s: { key: string }) => s.key),
      )
    expect(seen).toEqual(SETTING_KEYS)
    const past = (await owner.get(`${SETTINGS}?itemsPerPage=7&page=99`)).body
    expect([past.member, past.totalItems]).toEqual([[], SETTING_KEYS.length])
  })

  it('is filtered by category in the query and in the path', async () => {
    const { body } = await owner.get(`${SETTINGS}?category=billing`)
    expect(body.totalItems).toBeGreaterThan(5)
    for (const each of body.member) expect([each.category, each.key.split('.')[0]]).toEqual(['billing', 'billing'])
    const other = (await owner.get(`${SETTINGS}/category/billing`)).body
    expect([other.member, other.totalItems]).toEqual([body.member, body.totalItems])
    for (const category of ['general', 'warehousing', 'notifications', 'integrations', 'security'])
      expect((await owner.get(`${SETTINGS}/category/${category}`)).body.totalItems).toBeGreaterThan(0)
  })

  it('refuses unknown categories and pages out of range', async () => {
    expect(paths(await owner.get(`${SETTINGS}?category=weather&page=0&itemsPerPage=101`))).toEqual([
      400,
      ['category', 'page', 'itemsPerPage'],
    ])
    expect((await owner.get(`${SETTINGS}/category/weather`)).status).toBe(404)
  })
})

describe('a setting', () => {
  it('has every field and its id before it is first set, by key and by id', async () => {
    const { status, body, headers } = await owner.get(`${SETTINGS}/key/general.timezone`)
    expect(status).toBe(200)
    expect(body).toEqual({
      '@context': '/api/docs/contexts/Setting',
      '@id': `${SETTINGS}/${body.id}`,
      '@type': 'Setting',
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      key: 'general.timezone',
      value: 'UTC',
      type: 'string',
      category: 'general',
      label: expect.any(String),
      description: expect.any(String),
      defaultValue: 'UTC',
      isDefault: true,
      isEncrypted: false,
      createdAt: null,
      updatedAt: null,
    })
    for (const id of [body.id, parseId(body.id), body.id.toUpperCase()]) {
      const answer = await owner.get(`${SETTINGS}/${id}`)
      expect([answer.body, answer.headers.ETag]).toEqual([body, headers.ETag])
    }
  })

  it('keeps its id when it is set, and has another one in another tenant', async () => {
    const before = await byKey('general.timezone')
    await set('general.timezone', 'Europe/Berlin')
    expect((await byKey('general.timezone')).id).toBe(before.id)
    expect((await byKey('general.timezone', await aMember())).id).not.toBe(before.id)
  })

  it("answers the same 404 for an unknown key or id and for another tenant's", async () => {
    const foreign = await pathOf('general.timezone', await aMember())
    const missing = `${SETTINGS}/${randomUUID()}`
    const same = ({ status, body: { instance: _, ...rest } }: Received) => [status, rest]
    for (const call of [
      (url: string) => owner.get(url),
      (url: string) => owner.put(url, { value: 'UTC' }, { 'if-match': '"9"' }),
      (url: string) => owner.post(`${url}/reset`),
    ]) {
      const answer = await call(missing)
      expect(answer.status).toBe(404)
      for (const url of [foreign, `${SETTINGS}/nonsense`]) expect(same(await call(url))).toEqual(same(answer))
    }
    for (const key of ['general.nothing', 'constructor', '__proto__', 'general', 'GENERAL.TIMEZONE'])
      expect((await owner.get(`${SETTINGS}/key/${key}`)).status).toBe(404)
    expect(await stored()).toEqual([])
  })

  it('can be read and changed only with its scope', async () => {
    const path = await pathOf('general.timezone')
    const reader = await aMember({ tenant: owner.tenant, role: 'viewer' })
    expect((await reader.get(path)).status).toBe(200)
    const nobody = await aMember({ tenant: owner.tenant, scopes: ['partner:partner:read'] })
    for (const [status, who] of [
      [401, client()],
      [403, nobody],
    ] as const)
      for (const url of [path, SETTINGS, `${SETTINGS}/key/general.timezone`, `${SETTINGS}/category/general`])
        expect((await who.get(url)).status).toBe(status)
    for (const [status, who] of [
      [401, client()],
      [403, reader],
      [403, nobody],
    ] as const) {
      expect((await who.put(path, { value: 'Europe/Berlin' })).status).toBe(status)
      expect((await who.post(`${path}/reset`)).status).toBe(status)
      const settings = [{ key: 'general.timezone', value: 'Europe/Berlin' }]
      expect((await who.put(`${SETTINGS}/bulk`, { settings })).status).toBe(status)
    }
    expect(await stored()).toEqual([])
  })
})

describe('a new value', () => {
  it('is shown everywhere at once, with the times of its first and last change', async () => {
    const { status, body } = await set('general.timezone', 'Europe/Berlin')
    expect(status).toBe(200)
    expect(body).toMatchObject({ value: 'Europe/Berlin', defaultValue: 'UTC', isDefault: false })
    expect(body.createdAt).toBe(body.updatedAt)
    expect(await byKey('general.timezone')).toEqual(body)
    const listed = (await owner.get(`${SETTINGS}/category/general`)).body.member
    expect(listed.find((each: { key: string }) => each.key === 'general.timezone')).toEqual(body)
    const later = (await set('general.timezone', 'Asia/Tokyo')).body
    expect(later.createdAt).toBe(body.createdAt)
    expect(later.updatedAt >= body.updatedAt).toBe(true)
    expect((await byKey('general.timezone', await aMember())).value).toBe('UTC')
  })

  const REFUSED: [string, unknown, string][] = [
    ['general.timezone', 5, 'value'],
    ['general.timezone', '', 'value'],
    ['general.timezone', '   ', 'value'],
    ['general.timezone', null, 'value'],
    ['general.timezone', 'Mars/Olympus', 'value'],
    ['general.locale', 'deutsch', 'value'],
    ['general.country', 'Germany', 'value'],
    ['general.defaultCurrency', 'euro', 'value'],
    ['general.contactEmail', 'nobody', 'value'],
    ['general.companyName', 'x'.repeat(256), 'value'],
    ['general.companyName', 'two\nlines', 'value'],
    ['notifications.slackWebhookUrl', 'http://example.com/hook', 'value'],
    ['general.website', 'javascript:alert(1)', 'value'],
    ['general.legalAddress', {}, 'value'],
    ['general.legalAddress', { planet: 'Mars' }, 'value.planet'],
    ['general.legalAddress', { constructor: 'Mars' }, 'value.constructor'],
    ['general.legalAddress', { countryCode: 'Germany' }, 'value.countryCode'],
    ['billing.portalLinkDays', '30', 'value'],
    ['billing.portalLinkDays', 1.5, 'value'],
    ['billing.portalLinkDays', 0, 'value'],
    ['billing.portalLinkDays', 366, 'value'],
    ['billing.portalLinkDays', true, 'value'],
    ['billing.fourEyes', 'true', 'value'],
    ['billing.fourEyes', 1, 'value'],
    ['billing.taxRates', [19], 'value'],
    ['billing.taxRates', { standard: 101 }, 'value.standard'],
    ['billing.taxRates', { standard: 19.00001 }, 'value.standard'],
    ['billing.taxRates', { standard: '19' }, 'value.standard'],
    ['billing.taxRates', { 'no spaces': 19 }, 'value'],
    ['billing.invoiceNumberPattern', '{series}-{seq}', 'value'],
    ['billing.invoiceNumberPattern', '{year}-{year}-{seq}', 'value'],
    ['billing.invoiceNumberPattern', '{year}-{seq}-{colour}', 'value'],
    ['billing.invoiceNumberPattern', `{channel}{year}{seq}${'x'.repeat(23)}`, 'value'],
    ['warehousing.backorderPolicy', 'maybe', 'value'],
    ['warehousing.defaultCapabilities', { palace: [] }, 'value'],
    ['warehousing.defaultCapabilities', { custom: ['list_inventory', 'fly'] }, 'value.custom[1]'],
    ['security.allowedEmailDomains', ['example.com', 'example.com'], 'value'],
    ['security.allowedEmailDomains', ['example.com', 'no domain'], 'value[1]'],
    ['general.metadata', { text: 'x'.repeat(8193) }, 'value'],
  ]
  const UNREACHABLE = [
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://10.0.0.1/',
    'http://127.0.0.1/',
    'http://localhost/',
    'https://hooks.example.com:8443/',
  ]
  it.each(
    ['notifications.webhookUrl', 'notifications.slackWebhookUrl'].flatMap((key) =>
      UNREACHABLE.map((url) => [key, url]),
    ),
  )('%s is never a URL that a deployment may not call: %s', async (key, url) => {
    onTestFinished(() => useApp(undefined))
    useApp({ ...app(), config: { ...app().config, outboundAllowPrivate: false } })
    expect(paths(await set(key, url))).toEqual([400, ['value']])
    expect(paths(await bulk({ key, value: url }))).toEqual([400, ['settings[0].value']])
    expect(await stored()).toEqual([])
  })

  it.each(REFUSED)('for %s of %j is refused with its path, and nothing is written', async (key, value, path) => {
    expect(paths(await set(key, value))).toEqual([400, [path]])
    expect(await stored()).toEqual([])
  })

  it('is accepted only in a body with nothing else', async () => {
    const path = await pathOf('general.timezone')
    expect(paths(await owner.put(path, {}))).toEqual([400, ['value']])
    expect(paths(await owner.put(path, { value: 'UTC', key: 'x' }))).toEqual([400, ['key']])
    expect(paths(await owner.put(path))).toEqual([400, ['']])
    expect(paths(await owner.put(path, '{'))).toEqual([400, ['']])
  })

  it('of null clears a setting without a default', async () => {
    await set('general.companyName', 'Nordlicht GmbH')
    const { status, body } = await set('general.companyName', null)
    expect([status, body.value, body.defaultValue, body.isDefault]).toEqual([200, null, null, true])
    expect((await byKey('general.companyName')).value).toBeNull()
  })

  it('is returned exactly as it was set', async () => {
    const lines = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 500 })
      .filter((text) => text.trim() !== '' && !/\p{Cc}/u.test(text))
    // Both names are refused in every body.
    const isNamedSo = /"(__proto__|constructor)":/
    const isExact = (value: unknown): boolean => {
      if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER
      return value === null || typeof value !== 'object' || Object.values(value).every(isExact)
    }
    const json = fc
      .jsonValue({ maxDepth: 6 })
      .filter((value) => isExact(value) && !isNamedSo.test(JSON.stringify(value)))
    const value = fc.oneof(
      fc.tuple(fc.constant('billing.invoiceFooter'), lines),
      fc.tuple(fc.constant('billing.portalLinkDays'), fc.integer({ min: 1, max: 365 })),
      fc.tuple(fc.constant('billing.fourEyes'), fc.boolean()),
      fc.tuple(
        fc.constant('billing.taxRates'),
        fc.dictionary(
          fc.stringMatching(/^[a-z]{1,20}$/).filter((name) => name !== 'constructor'),
          fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 10_000),
        ),
      ),
      fc.tuple(fc.constant('general.metadata'), json),
    )
    await fc.assert(
      fc.asyncProperty(value, async ([key, given]) => {
        const expected = JSON.parse(JSON.stringify(given))
        const { status } = await bulk({ key, value: given })
        expect([status, (await byKey(key)).value]).toEqual([204, expected])
      }),
      { numRuns: 50 },
    )
  })

  it('with a stale If-Match is refused, unless only other settings have changed', async () => {
    const first = (await owner.get(`${SETTINGS}/key/general.timezone`)).headers.ETag as string
    await set('general.locale', 'de')
    const second = await set('general.timezone', 'Europe/Berlin', { 'if-match': first })
    expect([second.status, second.headers.ETag === first]).toEqual([200, false])
    const stale = await set('general.timezone', 'Asia/Tokyo', { 'if-match': first })
    expect([stale.status, stale.body.errorCode]).toEqual([412, 'PRECONDITION_FAILED'])
    const reset = await owner.post(`${await pathOf('general.timezone')}/reset`, undefined, { 'if-match': first })
    expect(reset.status).toBe(412)
    expect((await byKey('general.timezone')).value).toBe('Europe/Berlin')
  })

  it('from many concurrent requests is never lost', async () => {
    const keys = SETTING_KEYS.filter((key) => /Days|Digits|Minutes/.test(key)).slice(0, 6)
    const answers = await Promise.all(keys.map((key, i) => set(key, 5 + i)))
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200))
    expect(await Promise.all(keys.map(async (key) => (await byKey(key)).value))).toEqual(keys.map((_, i) => 5 + i))
    expect(await logs()).toHaveLength(keys.length)
  })

  it('from two requests with the same If-Match is accepted once', async () => {
    const etag = (await owner.get(`${SETTINGS}/key/general.timezone`)).headers.ETag
    const zones = ['Europe/Berlin', 'Asia/Tokyo', 'Europe/Paris', 'Asia/Seoul']
    const answers = await Promise.all(zones.map((zone) => set('general.timezone', zone, { 'if-match': etag })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
    expect(await logs()).toHaveLength(1)
  })
})

describe('a reset', () => {
  it('restores the default and increases the revision', async () => {
    const set1 = await set('billing.portalLinkDays', 14)
    const { status, body, headers } = await owner.post(`${await pathOf('billing.portalLinkDays')}/reset`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ value: 30, defaultValue: '30', isDefault: true, createdAt: set1.body.createdAt })
    expect(headers.ETag).not.toBe(set1.headers.ETag)
    expect(await byKey('billing.portalLinkDays')).toEqual(body)
  })

  it('changes nothing if the value is the default', async () => {
    expect((await owner.post(`${await pathOf('general.timezone')}/reset`)).body.value).toBe('UTC')
    expect(await stored()).toEqual([])
  })

  it('is refused if there is no default', async () => {
    await set('general.companyName', 'Nordlicht GmbH')
    const { status, body } = await owner.post(`${await pathOf('general.companyName')}/reset`)
    expect([status, body.errorCode]).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    expect(body.detail).toContain('general.companyName')
    expect((await byKey('general.companyName')).value).toBe('Nordlicht GmbH')
  })
})

describe('a bulk update', () => {
  it('sets all values and returns an empty response', async () => {
    const { status, text } = await bulk(
      { key: 'general.timezone', value: 'Europe/Berlin' },
      { key: 'billing.taxRates', value: { standard: 19, reduced: 7 } },
      { key: 'billing.fourEyes', value: true },
      { key: 'notifications.webhookSecret', value: 'sh' },
    )
    expect([status, text]).toEqual([204, ''])
    expect((await byKey('general.timezone')).value).toBe('Europe/Berlin')
    expect((await byKey('billing.taxRates')).value).toEqual({ standard: 19, reduced: 7 })
    expect((await byKey('billing.fourEyes')).value).toBe(true)
    expect((await byKey('notifications.webhookSecret')).value).toBe('********')
  })

  it('can set every setting at once', async () => {
    const { member } = (await owner.get(`${SETTINGS}?itemsPerPage=100`)).body
    const all = member.map(({ key, value }: { key: string; value: unknown }) => ({ key, value }))
    expect((await bulk(...all)).status).toBe(204)
    const [log] = await logs()
    expect(log?.changes).toHaveLength(member.filter(({ value }: { value: unknown }) => value !== null).length)
  })

  it('is refused without changes if any value is wrong, with all violations', async () => {
    const answer = await bulk(
      { key: 'general.timezone', value: 'Europe/Berlin' },
      { key: 'general.colour', value: 'red' },
      { key: 'billing.portalLinkDays', value: 'soon' },
      { key: 'billing.taxRates', value: { standard: 500 } },
      { key: 'general.timezone', value: 'UTC' },
      { key: '__proto__', value: 1 },
    )
    expect(paths(answer)).toEqual([
      400,
      ['settings[1].key', 'settings[2].value', 'settings[3].value.standard', 'settings[4].key', 'settings[5].key'],
    ])
    expect(await stored()).toEqual([])
  })

  it('accepts 1 to 200 entries, each with a key and a value', async () => {
    expect(paths(await bulk())).toEqual([400, ['settings']])
    const one = { key: 'general.timezone', value: 'UTC' }
    expect(paths(await bulk(...Array(201).fill(one)))).toEqual([400, ['settings']])
    const [status, wrong] = paths(await bulk(...Array(200).fill(one)))
    expect([status, wrong.length, wrong[0]]).toEqual([400, 199, 'settings[1].key'])
    expect(paths(await bulk({ key: '' }, { value: 1 }, 'x'))).toEqual([
      400,
      ['settings[0].value', 'settings[0].key', 'settings[1].key', 'settings[2]'],
    ])
    expect(paths(await owner.put(`${SETTINGS}/bulk`, { settings: [one], dryRun: true }))).toEqual([400, ['dryRun']])
  })
})

describe('the log of changes', () => {
  it('has actor, old and new value for each request that changed anything', async () => {
    await set('general.timezone', 'Europe/Berlin')
    await set('general.timezone', 'Europe/Berlin')
    await bulk({ key: 'general.timezone', value: 'Asia/Tokyo' }, { key: 'billing.portalLinkDays', value: 14 })
    await owner.post(`${await pathOf('general.timezone')}/reset`)
    expect((await logs()).map(({ actor, changes }) => [actor, changes])).toEqual([
      [owner.identity, [{ key: 'general.timezone', old: null, new: '"Europe/Berlin"' }]],
      [
        owner.identity,
        [
          { key: 'general.timezone', old: '"Europe/Berlin"', new: '"Asia/Tokyo"' },
          { key: 'billing.portalLinkDays', old: null, new: '14' },
        ],
      ],
      [owner.identity, [{ key: 'general.timezone', old: '"Asia/Tokyo"', new: null }]],
    ])
  })

  it('is written in the transaction of the change', async () => {
    const path = await pathOf('general.timezone')
    const real = app()
    const written: unknown[] = []
    const db: Table = {
      ...real.db,
      transact(actions, token) {
        written.push(actions.map((action) => 'put' in action && action.put.kind))
        return real.db.transact(actions, token)
      },
    }
    useApp({ ...real, db })
    onTestFinished(() => useApp(real))
    await owner.put(path, { value: 'Europe/Berlin' })
    expect(written).toEqual([['settings', 'audit']])
  })
})
