import { describe, expect, it } from 'vitest'
import { SETTING_CATALOG } from '../../functions/settings/setting-catalog.ts'
import { findValueViolations, getSettingId } from '../../lib/configuration/setting.ts'
import { findSettingById, findSettingByKey } from '../../lib/configuration/setting-catalog.ts'
import { newId, parseId, toUuid } from '../../lib/platform/id.ts'
import { SETTING_CATEGORIES } from '../../schemas/configuration/configuration.ts'

const { settings } = SETTING_CATALOG

const getSettingByKey = (key: string) => {
  const setting = findSettingByKey(SETTING_CATALOG, key)
  if (!setting) throw new Error(`there is no setting ${key}`)
  return setting
}

const MOST_ITEM_BYTES = 400 * 1024

describe('the setting definitions', () => {
  it.each(settings)('$key has a dotted key, a label, a description and a valid default', (setting) => {
    const { key, label, description, defaultValue, isEncrypted } = setting
    expect(key).toMatch(/^[a-z]+(\.[a-zA-Z_]+)+$/)
    expect(label.length).toBeGreaterThan(2)
    expect(description).toMatch(/^\S.{10,160}[.]$/)
    if (defaultValue !== undefined) expect(findValueViolations(setting, defaultValue, 'value')).toEqual([])
    if (isEncrypted) expect(defaultValue).toBeUndefined()
  })

  it('have settings in every category, and each key once', () => {
    expect(new Set(settings.map(({ category }) => category))).toEqual(new Set(SETTING_CATEGORIES))
    expect(new Set(settings.map(({ key }) => key)).size).toBe(settings.length)
  })

  it('know no key that objects inherit', () => {
    for (const key of ['constructor', '__proto__', 'toString', ''])
      expect(findSettingByKey(SETTING_CATALOG, key)).toBeUndefined()
  })

  it('fit into one item with every value at its maximum size, as does the log of changing all of them', () => {
    const sizes = settings.map(({ key, kind, isEncrypted }) => {
      const plain = isEncrypted ? 0 : kind.maxBytes
      return { stored: 300 + key.length + (isEncrypted ? 600 + kind.maxBytes * 1.4 : plain), change: 50 + 2 * plain }
    })
    expect(sizes.reduce((sum, { stored }) => sum + stored, 0)).toBeLessThan(MOST_ITEM_BYTES * 0.9)
    expect(sizes.reduce((sum, { change }) => sum + change, 0)).toBeLessThan(MOST_ITEM_BYTES * 0.9)
  })
})

describe("a setting's id", () => {
  it('is the same for a tenant and a key in both spellings, and identifies the key', () => {
    const tenant = newId(new Date())
    for (const setting of settings) {
      const id = getSettingId(tenant, setting)
      expect(getSettingId(tenant, setting)).toBe(id)
      expect(parseId(toUuid(id))).toBe(id)
      expect(findSettingById(SETTING_CATALOG, tenant, id)).toBe(setting)
      expect(findSettingById(SETTING_CATALOG, newId(new Date()), id)).toBeUndefined()
    }
  })
})

describe('values', () => {
  it.each([
    ['general.timezone', 'America/Argentina/Buenos_Aires'],
    ['general.locale', 'de_DE'],
    ['general.locale', 'zh-Hant-TW'],
    ['general.contactEmail', 'ada.lovelace+billing@mail.example.co.uk'],
    ['general.contactPhone', '+49 (40) 123-456'],
    ['general.website', 'https://example.com/shop?v=2'],
    ['notifications.webhookUrl', 'http://localhost:9000/hook'],
    ['notifications.smsSenderId', '4Nordlicht'],
    ['notifications.emailFooter', 'Nordlicht GmbH\nHamburg'],
    ['billing.invoiceNumberPattern', 'R{year}/{channel}/{seq}'],
    ['billing.bankAccount', { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }],
    ['billing.taxRates', { standard: 19, reduced: 7.5, super_reduced: 2.1 }],
    ['warehousing.defaultCapabilities', { custom: ['list_inventory'], internal: [] }],
  ] as const)('%s may be %j', (key, value) => {
    expect(findValueViolations(getSettingByKey(key), value, 'value')).toEqual([])
  })

  it.each([
    ['notifications.smsSenderId', '12345678901'],
    ['notifications.webhookUrl', 'http://example.com/hook'],
    ['notifications.webhookUrl', 'https://user:password@example.com/hook'],
    ['general.contactEmail', 'a@b@example.com'],
    ['billing.bankAccount', { iban: 'DE89 3704' }],
    ['billing.invoiceFooter', 'a\u0000b'],
  ] as const)('%s may not be %j', (key, value) => {
    expect(findValueViolations(getSettingByKey(key), value, 'value')).toHaveLength(1)
  })
})
