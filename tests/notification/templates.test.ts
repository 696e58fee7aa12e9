import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  listPlatformTemplates,
  removePlatformTemplate,
  setPlatformTemplate,
} from '../../lib/notification/templates/platform-templates.ts'
import {
  findFittingTemplates,
  type StoredTemplate,
  templates,
} from '../../lib/notification/templates/template-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { PLATFORM } from '../../lib/platform/events/outbox/outbox.ts'
import { newId } from '../../lib/platform/id.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { recount } from '../../lib/platform/store/recount/recount.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { aTenantOf, listOf } from './members.ts'

const PATH = '/api/notification/templates'
const TOPIC = 'partner.partner.created'

const GERMAN = {
  notificationType: TOPIC,
  channelType: 'storage',
  name: 'New partners, in German',
  locale: 'de',
  subjectTemplate: 'Neuer Partner',
  bodyTemplate: '{{ partnerName }} ist am {{ occurredAt | date }} dazugekommen.',
}

const aTemplate = async (member: Member, fields: Record<string, unknown> = {}) => {
  const { status, body } = await member.post(PATH, { ...GERMAN, ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const set = async (member: Member, settings: Record<string, unknown>) => {
  const all = Object.entries(settings).map(([key, value]) => ({ key, value }))
  expect((await member.put('/api/configuration/settings/bulk', { settings: all })).status).toBe(204)
}

const violationsOf = async (member: Member, fields: Record<string, unknown>) => {
  const { status, body } = await member.post(PATH, { ...GERMAN, ...fields })
  expect(status).toBe(400)
  return Object.fromEntries(
    body.violations.map(({ propertyPath, message }: Record<string, string>) => [propertyPath, message]),
  )
}

/** Returns the owner's notification of a new partner. */
const told = async (owner: Member, name = 'Nordlicht') => {
  await aPartner(owner, { name })
  await drainEvents()
  return (await listOf(owner)).member[0]
}

const addForPlatform = (fields: Partial<StoredTemplate>) =>
  runInUnit(app().db, { tenant: PLATFORM, actor: null, now: new Date() }, async (unit) => {
    const common = { ...GERMAN, htmlBodyTemplate: null, isActive: true, tenantId: null }
    return unit.create(templates, { ...common, ...fields } as StoredTemplate)
  })

const removeFromPlatform = async () => {
  const all = await app().db.query({ pk: partition(PLATFORM, templates.name) })
  await runInUnit(app().db, { tenant: PLATFORM, actor: null, now: new Date() }, async (unit) => {
    for (const { sk } of all) unit.remove(templates, await unit.load(templates, sk))
  })
}

beforeAll(() => {
  process.env.LOG_LEVEL = 'WARN'
})

afterEach(removeFromPlatform)

describe('a template', () => {
  test('is stored as given, active, with its locale in canonical spelling', async () => {
    const owner = await aMember()
    const created = await owner.post(PATH, { ...GERMAN, locale: 'DE-at', htmlBodyTemplate: '<p>{{ partnerName }}</p>' })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      '@context': '/api/docs/contexts/NotificationTemplate',
      '@id': `${PATH}/${created.body.id}`,
      '@type': 'NotificationTemplate',
      ...GERMAN,
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      locale: 'de_AT',
      form: 'single',
      htmlBodyTemplate: '<p>{{ partnerName }}</p>',
      isActive: true,
      tenantId: owner.tenant,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    const again = await owner.get(`${PATH}/${created.body.id}`)
    expect(again).toMatchObject({ status: 200, body: created.body, headers: { ETag: '"1"' } })
  })

  test('is in English by default and belongs to the selected tenant', async () => {
    const owner = await aMember()
    const { locale: _, ...rest } = GERMAN
    const { status, body } = await owner.post(PATH, { ...rest, tenantId: owner.tenant })
    expect([status, body.locale, body.tenantId]).toEqual([201, 'en', owner.tenant])
    expect((await aTemplate(owner, { tenantId: null })).tenantId).toBe(owner.tenant)
  })

  test('is unique by topic, channel and locale in any spelling, also for concurrent requests', async () => {
    const owner = await aMember()
    await aTemplate(owner, { locale: 'de_DE' })
    expect(await owner.post(PATH, { ...GERMAN, locale: 'DE-de' })).toMatchObject({
      status: 409,
      body: { errorCode: 'ALREADY_EXISTS' },
    })
    const both = await Promise.all([1, 2].map(() => owner.post(PATH, GERMAN)))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    await aTemplate(owner, { locale: 'de_DE', channelType: 'push' })
    await aTemplate(await aMember(), { locale: 'de_DE' })
  })

  test('is refused with all flaws by field, line and column', async () => {
    const owner = await aMember()
    const other = newId(new Date())
    expect(
      await violationsOf(owner, {
        tenantId: other,
        subjectTemplate: '{{ partnerNme }}',
        bodyTemplate: 'a\n{% if partnerName %}',
        htmlBodyTemplate: '{{ partnerName | raw }}',
      }),
    ).toEqual({
      tenantId: 'must be the id of the selected tenant',
      subjectTemplate: expect.stringMatching(/^line 1, column 4: unknown variable partnerNme; known are partnerId/),
      bodyTemplate: expect.stringMatching(/^line 2, column 1: .* not closed/),
      htmlBodyTemplate: 'line 1, column 1: undefined filter: raw',
    })
  })

  test.each([
    [{ notificationType: 'partner.partner.renamed' }, 'notificationType'],
    [{ notificationType: 'iam.account.deleted' }, 'notificationType'],
    [{ channelType: 'fax' }, 'channelType'],
    [{ locale: 'klingonese' }, 'locale'],
    [{ locale: 'de_DE_x_abcdef' }, 'locale'],
    [{ name: 'n'.repeat(256) }, 'name'],
    [{ subjectTemplate: 'a\r\nBcc: everybody@example.com' }, 'subjectTemplate'],
    [{ subjectTemplate: ' ' }, 'subjectTemplate'],
    [{ bodyTemplate: 'x'.repeat(20_001) }, 'bodyTemplate'],
    [{ htmlBodyTemplate: 'x'.repeat(60_001) }, 'htmlBodyTemplate'],
  ])('is refused with %j', async (fields, field) => {
    expect(Object.keys(await violationsOf(await aMember(), fields))).toEqual([field])
  })

  test('changes only the fields that are given and not null; null removes the HTML body', async () => {
    const owner = await aMember()
    const { id } = await aTemplate(owner, { htmlBodyTemplate: '<p>x</p>' })
    const changed = await owner.patch(`${PATH}/${id}`, { name: 'Other', bodyTemplate: null, isActive: false })
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Other', bodyTemplate: GERMAN.bodyTemplate, isActive: false, htmlBodyTemplate: '<p>x</p>' },
    })
    expect((await owner.patch(`${PATH}/${id}`, { htmlBodyTemplate: null })).body.htmlBodyTemplate).toBeNull()
    const refused = await owner.patch(`${PATH}/${id}`, { bodyTemplate: '{{ nobody }}' })
    expect([refused.status, refused.body.violations[0].propertyPath]).toEqual([400, 'bodyTemplate'])
  })

  test('of another tenant or the platform is answered like a missing one', async () => {
    const { id } = await aTemplate(await aMember())
    const platform = await addForPlatform({})
    const other = await aMember()
    for (const path of [`${PATH}/${id}`, `${PATH}/${platform.id}`]) {
      expect((await other.get(path)).status).toBe(404)
      expect((await other.patch(path, { isActive: false })).status).toBe(404)
    }
    expect((await other.get(PATH)).body.totalItems).toBe(0)
  })
})

describe('the list of templates', () => {
  test('is newest first and filtered by topic, channel and locale', async () => {
    const owner = await aMember()
    const [one, two, three] = [
      await aTemplate(owner),
      await aTemplate(owner, { channelType: 'email', locale: 'de_DE' }),
      await aTemplate(owner, { notificationType: 'partner.partner.status_changed', bodyTemplate: '{{ status }}' }),
    ]
    const idsFor = async (query: string) => {
      const { body } = await owner.get(`${PATH}?${query}`)
      expect(body.totalItems).toBe(body.member.length)
      return body.member.map(({ id }: { id: string }) => id)
    }
    expect(await idsFor('')).toEqual([three.id, two.id, one.id])
    expect(await idsFor(`notificationType=${TOPIC}`)).toEqual([two.id, one.id])
    expect(await idsFor('channelType=storage')).toEqual([three.id, one.id])
    expect(await idsFor('locale=DE-de')).toEqual([two.id])
    expect(await idsFor(`notificationType=${TOPIC}&channelType=storage&locale=de`)).toEqual([one.id])
    expect(await idsFor('locale=fr')).toEqual([])
    const found: unknown[] = []
    const about = { db: app().db, kind: toAnyEntity(templates), tenant: owner.tenant, repair: false }
    await recount({ ...about, found: (each) => found.push(each) }, () => true)
    expect(found).toEqual([])
  })
})

describe('a notification', () => {
  test("uses the tenant's template, date formats and time zone", async () => {
    const [owner] = await aTenantOf(['owner'])
    await set(owner, { 'notifications.defaultLocale': 'de_AT', 'general.timezone': 'Europe/Vienna' })
    await aTemplate(owner)
    const { title, message } = await told(owner)
    expect(title).toBe('Neuer Partner')
    expect(message).toMatch(/^Nordlicht ist am \d+\. \p{L}+ \d{4} dazugekommen\.$/u)
  })

  test('prefers the locale, then its language, then English, and the tenant to the platform', async () => {
    const owner = await aMember()
    const chosen = async () => {
      const about = { notificationType: TOPIC, channelType: 'storage' } as const
      const all = await findFittingTemplates(app().db, owner.tenant, ['de_AT', 'de', 'en'], about)
      return all.map(({ locale, tenantId }) => `${tenantId ? 'tenant' : 'platform'} ${locale}`)
    }
    expect(await chosen()).toEqual([])
    await addForPlatform({ locale: 'de_AT' })
    await addForPlatform({ locale: 'en' })
    await aTemplate(owner, { locale: 'en' })
    await aTemplate(owner, { locale: 'fr' })
    await aTemplate(await aMember(), { locale: 'de_AT' })
    expect(await chosen()).toEqual(['tenant en', 'platform de_AT', 'platform en'])
    const { id } = await aTemplate(owner, { locale: 'de' })
    await aTemplate(owner, { locale: 'de_AT' })
    expect(await chosen()).toEqual(['tenant de_AT', 'tenant de', 'tenant en', 'platform de_AT', 'platform en'])
    await owner.patch(`${PATH}/${id}`, { isActive: false })
    expect(await chosen()).toEqual(['tenant de_AT', 'tenant en', 'platform de_AT', 'platform en'])
  })

  test('has the built-in text in the language of the tenant, with its dates and numbers', async () => {
    const [owner] = await aTenantOf(['owner'])
    await set(owner, { 'general.locale': 'de_DE' })
    expect(await told(owner)).toMatchObject({
      title: 'Neuer Partner',
      message: 'Nordlicht wurde als Partner angelegt.',
    })
    await set(owner, { 'notifications.defaultLocale': 'pl' })
    expect(await told(owner, 'Zorza')).toMatchObject({ title: 'Nowy partner', message: 'Dodano partnera Zorza.' })
  })

  test('has the English built-in text if there is none in the language of the tenant', async () => {
    const [owner] = await aTenantOf(['owner'])
    await set(owner, { 'general.locale': 'sv_SE' })
    expect(await told(owner)).toMatchObject({ title: 'New partner', message: 'Nordlicht was added as a partner.' })
  })

  test("prefers the tenant's words, also in English, to the built-in text in its language", async () => {
    const [owner] = await aTenantOf(['owner'])
    await set(owner, { 'general.locale': 'de_DE' })
    const { id } = await aTemplate(owner, { locale: 'en', subjectTemplate: 'Partner of ours', bodyTemplate: 'Welcome' })
    expect(await told(owner)).toMatchObject({ title: 'Partner of ours', message: 'Welcome' })
    await owner.patch(`${PATH}/${id}`, { isActive: false })
    expect(await told(owner, 'Südlicht')).toMatchObject({ title: 'Neuer Partner' })
  })

  test('is previewed in the wished language, with the region of the wish', async () => {
    const owner = await aMember()
    const about = { notificationType: 'finance.invoice.issued', channelType: 'email' }
    const preview = async (locale: string) => (await owner.post(`${PATH}/preview`, { ...about, locale })).body
    expect(await preview('de_AT')).toMatchObject({
      source: 'built_in',
      locale: 'de_AT',
      subject: 'Rechnung ausgestellt',
      htmlBody: expect.stringContaining('<html lang="de-AT" dir="ltr">'),
    })
    expect(await preview('ar')).toMatchObject({
      locale: 'ar',
      subject: 'صدرت فاتورة',
      htmlBody: expect.stringContaining('<html lang="ar" dir="rtl">'),
    })
    expect(await preview('sv')).toMatchObject({ locale: 'en', subject: 'Invoice issued' })
  })

  test('uses the built-in texts if the template is in another language, inactive or renders empty', async () => {
    const lines: string[] = []
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0)
    const [owner] = await aTenantOf(['owner'])
    await aTemplate(owner)
    const off = await aTemplate(owner, { locale: 'en' })
    await owner.patch(`${PATH}/${off.id}`, { isActive: false })
    expect(await told(owner)).toMatchObject({ title: 'New partner', message: 'Nordlicht was added as a partner.' })
    const body = '{% if partnerName contains "Nord" %}{{ partnerName }}{% endif %}'
    await owner.patch(`${PATH}/${off.id}`, { isActive: true, bodyTemplate: body })
    expect(await told(owner, 'Nordost')).toMatchObject({ title: 'Neuer Partner', message: 'Nordost' })
    expect(await told(owner, 'Südlicht')).toMatchObject({
      title: 'New partner',
      message: expect.stringMatching(/^Süd/),
    })
    vi.restoreAllMocks()
    expect(lines.join('')).toContain('notification.template.flawed')
    expect(lines.join('')).not.toContain('Südlicht')
  })
})

describe("the platform's own templates", () => {
  const choice = { notificationType: TOPIC, channelType: 'storage', locale: 'en' } as const
  const texts = { subjectTemplate: 'Partner', bodyTemplate: 'Welcome {{ partnerName }}.', htmlBodyTemplate: null }

  test('apply to tenants without one of their own until they are removed', async () => {
    const [owner] = await aTenantOf(['owner'])
    await setPlatformTemplate(app(), choice, { ...texts, bodyTemplate: 'x' })
    await setPlatformTemplate(app(), choice, texts)
    expect((await listPlatformTemplates(app())).map(({ name }) => name)).toEqual([`${TOPIC}#storage#en`])
    expect(await told(owner)).toMatchObject({ title: 'Partner', message: 'Welcome Nordlicht.' })
    expect(await removePlatformTemplate(app(), choice)).toBe(true)
    expect(await removePlatformTemplate(app(), choice)).toBe(false)
    expect(await told(owner, 'Ostwind')).toMatchObject({ title: 'New partner' })
  })

  test('are checked like any other template', async () => {
    await expect(setPlatformTemplate(app(), choice, { ...texts, bodyTemplate: '{{ iban }}' })).rejects.toMatchObject({
      violations: [{ propertyPath: 'bodyTemplate', message: expect.stringContaining('unknown variable iban') }],
    })
  })

  test('have a form for digests, unless messages of the topic are never gathered', async () => {
    const digest = { ...choice, channelType: 'email', form: 'digest' } as const
    const bodyTemplate = '{% for item in items %}{{ item.partnerName }}{% endfor %}'
    await setPlatformTemplate(app(), digest, { ...texts, bodyTemplate })
    expect((await listPlatformTemplates(app())).map(({ name }) => name)).toEqual([`${TOPIC}#email#en#digest`])
    expect(await removePlatformTemplate(app(), digest)).toBe(true)
    const never = { ...digest, channelType: 'storage' } as const
    await expect(setPlatformTemplate(app(), never, { ...texts, bodyTemplate })).rejects.toMatchObject({
      violations: [{ propertyPath: 'form' }],
    })
  })
})

describe('a preview', () => {
  const preview = (member: Member, body: Record<string, unknown>) => member.post(`${PATH}/preview`, body)

  test("renders the topic's example with the given texts and stores nothing", async () => {
    const owner = await aMember()
    const about = { notificationType: 'finance.invoice.issued', channelType: 'email', locale: 'de-de' }
    const texts = {
      subjectTemplate: 'Rechnung {{ invoiceNumber }}',
      bodyTemplate: '{{ totalAmount | money: currency }} bis {{ dueDate | date }}',
    }
    const { status, body } = await preview(owner, { ...about, ...texts })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      source: 'given',
      locale: 'de_DE',
      subject: 'Rechnung INV-2026-00042',
      body: '1.190,00\u00a0€ bis 31. März 2026\n',
      htmlBody: expect.stringContaining('<p>1.190,00\u00a0€ bis 31. März 2026</p>'),
      variables: { invoiceNumber: 'INV-2026-00042', totalAmount: 119_000 },
    })
    expect((await owner.get(PATH)).body.totalItems).toBe(0)
  })

  test('renders the current texts if none are given', async () => {
    const owner = await aMember()
    const about = { notificationType: TOPIC, channelType: 'storage' }
    expect((await preview(owner, { ...about, locale: 'de' })).body).toMatchObject({
      source: 'built_in',
      subjectTemplate: 'Neuer Partner',
      bodyTemplate: '{{ partnerName }} wurde als Partner angelegt.',
      body: 'Nordlicht Logistik GmbH wurde als Partner angelegt.',
      htmlBody: null,
    })
    await aTemplate(owner)
    expect((await preview(owner, { ...about, locale: 'de' })).body).toMatchObject({
      source: 'tenant',
      body: 'Nordlicht Logistik GmbH ist am 2. März 2026 dazugekommen.',
    })
  })

  test('refuses texts that could not be saved', async () => {
    const { status, body } = await preview(await aMember(), {
      notificationType: TOPIC,
      channelType: 'storage',
      bodyTemplate: '{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}',
    })
    expect(status).toBe(400)
    expect(body.violations).toEqual([
      { propertyPath: 'bodyTemplate', message: 'line 1, column 27: template render limit exceeded' },
    ])
  })
})

describe('a template of digests', () => {
  const DIGEST = {
    notificationType: TOPIC,
    channelType: 'email',
    form: 'digest',
    name: 'Many new partners, in German',
    locale: 'de',
    subjectTemplate: '{{ count }} neue Partner',
    bodyTemplate: '{% for item in items %}{{ item.partnerName }}\n{% endfor %}und {{ more }} mehr: {{ actionUrl }}',
  }

  test('is stored beside the one of single messages, and each is unique', async () => {
    const owner = await aMember()
    await aTemplate(owner, { channelType: 'email' })
    expect(await aTemplate(owner, DIGEST)).toMatchObject({ form: 'digest', locale: 'de' })
    expect((await owner.post(PATH, DIGEST)).status).toBe(409)
    const { body } = await owner.get(`${PATH}?channelType=email`)
    expect(body.member.map(({ form }: { form: string }) => form)).toEqual(['digest', 'single'])
  })

  test('has the variables of digests, and its items those of the topic', async () => {
    const owner = await aMember()
    const refused = (bodyTemplate: string) => violationsOf(owner, { ...DIGEST, bodyTemplate })
    expect(await refused('{{ partnerName }}')).toEqual({
      bodyTemplate: 'line 1, column 4: unknown variable partnerName; known are count, items, more, appUrl, actionUrl',
    })
    expect(await refused('{% for item in items %}{{ item.iban }}{% endfor %}')).toEqual({
      bodyTemplate: expect.stringContaining('iban'),
    })
    const { id } = await aTemplate(owner, DIGEST)
    const changed = await owner.patch(`${PATH}/${id}`, { bodyTemplate: '{{ partnerName }}' })
    expect(changed).toMatchObject({ status: 400 })
    expect((await owner.patch(`${PATH}/${id}`, { bodyTemplate: '{{ more }}' })).body.form).toBe('digest')
  })

  test('is refused for messages that are never gathered', async () => {
    const owner = await aMember()
    for (const given of [{ channelType: 'webhook' }, { notificationType: 'finance.payment.failed' }])
      expect(await violationsOf(owner, { ...DIGEST, ...given })).toEqual({
        form: 'must be single: messages of this topic by this channel are never gathered',
      })
  })

  test('can be previewed, also before it is stored', async () => {
    const owner = await aMember()
    const about = { notificationType: TOPIC, channelType: 'email', form: 'digest', locale: 'de' }
    const preview = async (given = {}) => (await owner.post(`${PATH}/preview`, { ...about, ...given })).body
    expect(await preview()).toMatchObject({
      source: 'built_in',
      form: 'digest',
      subject: '37 neue Partner',
      body: expect.stringContaining('und 27 weitere'),
    })
    const { subjectTemplate, bodyTemplate } = DIGEST
    expect(await preview({ subjectTemplate, bodyTemplate })).toMatchObject({
      source: 'given',
      subject: '37 neue Partner',
      body: expect.stringContaining('und 27 mehr: http'),
    })
    await aTemplate(owner, DIGEST)
    expect(await preview()).toMatchObject({ source: 'tenant', subject: '37 neue Partner' })
  })
})
