import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { TAX_SETTINGS } from '../../lib/billing/settings/tax-settings.ts'
import { NOTIFICATION_SETTINGS } from '../../lib/notification/notification-settings.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { GENERAL_SETTINGS } from '../../lib/platform/settings/general-settings.ts'
import { getSecretSetting, getSetting, getSettings } from '../../lib/platform/settings/get-settings.ts'
import { unpackBody } from '../../lib/platform/store/audit/audit-body.ts'
import type { AuditItem } from '../../lib/platform/store/audit/audit-item.ts'
import { aMember, type Member } from '../support/client.ts'

process.env.LOG_LEVEL = 'DEBUG'

const SETTINGS = '/api/configuration/settings'
const CANARY = 'canary-secret-of-a-setting'
const SETTING = NOTIFICATION_SETTINGS.webhookSecret
const KEY = SETTING.key

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const pathOf = async (key: string) => `${SETTINGS}/${(await owner.get(`${SETTINGS}/key/${key}`)).body.id}`
const stored = (member = owner) => app().db.query({ pk: `T#${member.tenant}#settings` })

const SPELLINGS = [
  CANARY,
  JSON.stringify(CANARY).slice(1, -1),
  Buffer.from(CANARY).toString('base64').slice(0, -4),
  Buffer.from(`"${CANARY}"`).toString('base64url').slice(0, -4),
  Buffer.from(CANARY).toString('hex'),
]

/** Collects the output of the process during the test. */
const output = () => {
  const lines: string[] = []
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }))
  for (const { stream } of streams)
    stream.write = (chunk: unknown) => {
      lines.push(String(chunk))
      return true
    }
  onTestFinished(() => {
    for (const { stream, write } of streams) stream.write = write
  })
  return lines
}

describe('a secret setting', () => {
  it('is null until it is set and masked afterwards', async () => {
    const path = await pathOf(KEY)
    expect((await owner.get(path)).body).toMatchObject({ value: null, isEncrypted: true, isDefault: true })
    const { status, body } = await owner.put(path, { value: CANARY })
    expect([status, body.value, body.isDefault, body.defaultValue]).toEqual([200, '********', false, null])
    expect((await owner.get(path)).body).toEqual(body)
  })

  it('appears in no response, item or log line, also after failures', async () => {
    const said = output()
    const path = await pathOf(KEY)
    const answers = [
      await owner.put(path, { value: CANARY }),
      await owner.put(path, { value: `${CANARY}\n` }),
      await owner.put(path, { value: { secret: CANARY } }),
      await owner.put(path, { value: CANARY, extra: CANARY }),
      await owner.put(`${SETTINGS}/bulk`, { settings: [{ key: KEY, value: CANARY }] }),
      await owner.put(`${SETTINGS}/bulk`, { settings: [{ key: KEY, value: [CANARY] }] }),
      await owner.put(`${SETTINGS}/bulk`, { settings: [{ key: CANARY, value: CANARY }] }),
      await owner.get(`${SETTINGS}?itemsPerPage=100`),
      await owner.get(`${SETTINGS}/category/integrations`),
      await owner.post(`${path}/reset`),
    ]
    const real = app()
    onTestFinished(() => useApp(real))
    useApp({ ...real, db: { ...real.db, transact: () => Promise.reject(new Error('the table is gone')) } })
    answers.push(await owner.put(path, { value: CANARY }))
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 400, 204, 400, 400, 200, 200, 409, 500])
    const seen = [...answers.map(({ text }) => text), JSON.stringify(await stored()), ...said].join('\n')
    expect(said.join('')).toContain('http.request.failed')
    expect(seen).toContain('sealed')
    for (const spelling of SPELLINGS) expect(seen).not.toContain(spelling)
  })

  it('refuses its own mask as a value, so that saving a form cannot overwrite it', async () => {
    const path = await pathOf(KEY)
    await owner.put(path, { value: CANARY })
    for (const value of ['********', '****', '••••••••']) {
      const { status, body } = await owner.put(path, { value })
      expect([status, body.violations[0].propertyPath]).toEqual([400, 'value'])
    }
    const { body } = await owner.put(`${SETTINGS}/bulk`, { settings: [{ key: KEY, value: '********' }] })
    expect(body.violations[0].propertyPath).toBe('settings[0].value')
    expect(await getSecretSetting(app(), owner.tenant, SETTING)).toBe(CANARY)
  })

  it('is removed by null, and its changes are logged without it', async () => {
    const path = await pathOf(KEY)
    await owner.put(path, { value: CANARY })
    await owner.put(path, { value: 'another' })
    expect((await owner.put(path, { value: null })).body).toMatchObject({ value: null, isDefault: true })
    expect(await getSecretSetting(app(), owner.tenant, SETTING)).toBeNull()
    const items = await stored()
    expect(JSON.stringify(items)).not.toContain('v1.')
    const trail = (await app().db.query({ pk: `T#${owner.tenant}#audit` })) as unknown as AuditItem[]
    expect(JSON.stringify(trail)).not.toMatch(/v1\.|another/)
    const changes = trail.flatMap((item) => unpackBody(item).entries.flatMap((entry) => entry.changes))
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      [null, '"********"'],
      ['"********"', '"********"'],
      ['"********"', null],
    ])
  })

  it('cannot be opened for another tenant or key, even if its ciphertext is moved there', async () => {
    await owner.put(await pathOf(KEY), { value: CANARY })
    const other = await aMember()
    const [values] = (await stored()).filter(({ sk }) => sk === 'VALUES')
    const held = values?.held as Record<string, unknown>
    const move = (tenant: string, key: string) =>
      app().db.put({ put: { ...values, pk: `T#${tenant}#settings`, sk: 'VALUES', held: { [key]: held[KEY] } } })
    await move(other.tenant, KEY)
    await expect(getSecretSetting(app(), other.tenant, SETTING)).rejects.toThrow()
    const { slackWebhookUrl } = NOTIFICATION_SETTINGS
    await move(owner.tenant, slackWebhookUrl.key)
    await expect(getSecretSetting(app(), owner.tenant, slackWebhookUrl)).rejects.toThrow()
  })
})

describe('a value that the platform reads', () => {
  it("is the tenant's own, else the default, else null", async () => {
    const { tenant } = owner
    const settings = [GENERAL_SETTINGS.timezone, TAX_SETTINGS.taxRates, GENERAL_SETTINGS.companyName]
    expect(await getSettings(app(), tenant, settings)).toEqual({
      'general.timezone': 'UTC',
      'billing.taxRates': {},
      'general.companyName': null,
    })
    await owner.put(`${SETTINGS}/bulk`, {
      settings: [
        { key: 'general.timezone', value: 'Europe/Berlin' },
        { key: 'billing.taxRates', value: { standard: 19 } },
        { key: KEY, value: CANARY },
      ],
    })
    const zone: string = await getSetting(app(), tenant, GENERAL_SETTINGS.timezone)
    const rates: Record<string, number> = await getSetting(app(), tenant, TAX_SETTINGS.taxRates)
    const name: string | null = await getSetting(app(), tenant, GENERAL_SETTINGS.companyName)
    expect([zone, rates, name]).toEqual(['Europe/Berlin', { standard: 19 }, null])
    expect(await getSecretSetting(app(), tenant, SETTING)).toBe(CANARY)
    expect(await getSetting(app(), (await aMember()).tenant, GENERAL_SETTINGS.timezone)).toBe('UTC')
  })

  it('is never a secret unless a secret is requested', async () => {
    // @ts-expect-error secrets are read with getSecretSetting
    expect(await getSetting(app(), owner.tenant, SETTING)).toBeNull()
  })
})
