import { describe, expect, it } from 'vitest'
import { findSettingKey, findValueViolations, getSettingId, listKeys } from '../../lib/configuration/setting.ts'
import { getDefinition, isSettingKey, SETTING_KEYS } from '../../lib/configuration/setting-definitions.ts'
import { newId, parseId, toUuid } from '../../lib/platform/id.ts'
import { SETTING_CATEGORIES } from '../../schemas/configuration/configuration.ts'

const MOST_ITEM_BYTES = 400 * 1024

describe('the setting definitions', () => {
  it.each(SETTING_KEYS)('%s has a dotted key, a label, a description and a valid default', (key) => {
    expect(key).toMatch(/^[a-z]+(\.[a-zA-Z_]+)+$/)
    const { label, description, defaultValue, isEncrypted } = getDefinition(key)
    expect(label.length).toBeGreaterThan(2)
    expect(description).toMatch(/^\S.{10,160}[.]$/)
    if (defaultValue !== undefined) expect(findValueViolations(key, defaultValue, 'value')).toEqual([])
    if (isEncrypted) expect(defaultValue).toBeUndefined()
  })

  it('have settings in every category, and each setting in one', () => {
    for (const category of SETTING_CATEGORIES) expect(listKeys(category).length).toBeGreaterThan(0)
    expect(SETTING_CATEGORIES.flatMap(listKeys).sort()).toEqual([...SETTING_KEYS].sort())
    expect(listKeys(undefined)).toEqual(SETTING_KEYS)
  })

  it('know no key that objects inherit', () => {
    for (const key of ['constructor', '__proto__', 'toString', '']) expect(isSettingKey(key)).toBe(false)
  })

  it('fit into one item with every value at its maximum size, as does the log of changing all of them', () => {
    const sizes = SETTING_KEYS.map((key) => {
      const { kind, isEncrypted } = getDefinition(key)
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
    for (const key of SETTING_KEYS) {
      const id = getSettingId(tenant, key)
      expect(getSettingId(tenant, key)).toBe(id)
      expect(parseId(toUuid(id))).toBe(id)
      expect(findSettingKey(tenant, id)).toBe(key)
      expect(findSettingKey(newId(new Date()), id)).toBeUndefined()
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
    expect(findValueViolations(key, value, 'value')).toEqual([])
  })

  it.each([
    ['notifications.smsSenderId', '12345678901'],
    ['notifications.webhookUrl', 'http://example.com/hook'],
    ['notifications.webhookUrl', 'https://user:password@example.com/hook'],
    ['general.contactEmail', 'a@b@example.com'],
    ['billing.bankAccount', { iban: 'DE89 3704' }],
    ['billing.invoiceFooter', 'a\u0000b'],
  ] as const)('%s may not be %j', (key, value) => {
    expect(findValueViolations(key, value, 'value')).toHaveLength(1)
  })
})
