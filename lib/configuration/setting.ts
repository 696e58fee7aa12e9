import { uuidToULID } from 'ulid'
import { v5 } from 'uuid'
import type { Setting, SettingCategory } from '../../schemas/configuration/configuration.ts'
import type { Id } from '../platform/id.ts'
import type { Violation } from '../platform/problem.ts'
import { getDefinition, SETTING_KEYS, type SettingKey } from './catalog.ts'

/** What is stored of a setting that was written once. After a reset neither text nor ciphertext is there. */
export interface StoredSetting {
  /** The value as JSON text, so that any JSON value comes back as it was. */
  text?: string
  /** The JSON text of a secret, under the vault. */
  sealed?: string
  rev: number
  createdAt: string
  updatedAt: string
}

/** A setting as it is shown, with the revision that its ETag tells. */
export type ShownSetting = Omit<Setting, 'key'> & { key: SettingKey; rev: number }

export const MASK = '********'
const MASKED = /^[*•●]+$/

const NAMESPACE = '3cf1c790-a61d-4858-8542-6eaf91efcdf5'

/** The same for the same tenant and key, so that a setting has its id before it is first written. */
export const getSettingId = (tenant: Id, key: SettingKey): Id => uuidToULID(v5(`${tenant}:${key}`, NAMESPACE))

export const findSettingKey = (tenant: Id, id: Id): SettingKey | undefined =>
  SETTING_KEYS.find((key) => getSettingId(tenant, key) === id)

export const getCategory = (key: SettingKey) => key.split('.')[0] as SettingCategory

export const listKeys = (category: SettingCategory | undefined) =>
  category ? SETTING_KEYS.filter((key) => getCategory(key) === category) : SETTING_KEYS

const toText = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value))

/** The tenant's own value, else the default, else null. Says nothing of secrets. */
export const readEffectiveValue = (key: SettingKey, held: StoredSetting | undefined): unknown =>
  held?.text === undefined ? (getDefinition(key).defaultValue ?? null) : JSON.parse(held.text)

export const buildSecretContext = (tenant: Id, key: SettingKey) => ({ tenant, subject: key, purpose: 'setting' })

/** The catalog's words and the tenant's value together; a secret is masked. */
export const presentSetting = (tenant: Id, key: SettingKey, held: StoredSetting | undefined): ShownSetting => {
  const { kind, label, description, isEncrypted, defaultValue } = getDefinition(key)
  const own = held?.sealed ?? held?.text
  return {
    id: getSettingId(tenant, key),
    key,
    value: held?.sealed === undefined ? readEffectiveValue(key, held) : MASK,
    type: kind.type,
    category: getCategory(key),
    label,
    description,
    defaultValue: typeof defaultValue === 'string' ? defaultValue : (toText(defaultValue) ?? null),
    isDefault: own === undefined || own === toText(defaultValue),
    isEncrypted,
    createdAt: held?.createdAt ?? null,
    updatedAt: held?.updatedAt ?? null,
    rev: held?.rev ?? 0,
  }
}

/** What keeps the setting from holding the value; null clears a setting without a default. */
export const findValueViolations = (key: SettingKey, value: unknown, path: string): Violation[] => {
  const { kind, isEncrypted, defaultValue } = getDefinition(key)
  if (value === null && defaultValue === undefined) return []
  if (isEncrypted && typeof value === 'string' && MASKED.test(value))
    return [{ propertyPath: path, message: 'must be the secret itself; leave it out to keep the one there is' }]
  return kind.flaws(value).map(({ propertyPath, message }) => ({ propertyPath: `${path}${propertyPath}`, message }))
}
