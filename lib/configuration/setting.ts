import { uuidToULID } from 'ulid'
import { v5 } from 'uuid'
import type { Setting, SettingCategory } from '../../schemas/configuration/configuration.ts'
import type { Id } from '../platform/id.ts'
import type { Violation } from '../platform/problem.ts'
import { getDefinition, SETTING_KEYS, type SettingKey } from './setting-definitions.ts'

/** Stored part of a setting that was set once. A reset removes `text` and `sealed`. */
export interface StoredSetting {
  /** The value as JSON text, which preserves any JSON value. */
  text?: string
  /** JSON text of a secret, sealed by the vault. */
  sealed?: string
  rev: number
  createdAt: string
  updatedAt: string
}

/** A setting as responses show it, with its revision for the ETag. */
export type ShownSetting = Omit<Setting, 'key'> & { key: SettingKey; rev: number }

export const MASK = '********'
const MASKED = /^[*•●]+$/

const NAMESPACE = '3cf1c790-a61d-4858-8542-6eaf91efcdf5'

/** Derives the id from tenant and key, so that a setting has its id before it is first set. */
export const getSettingId = (tenant: Id, key: SettingKey): Id => uuidToULID(v5(`${tenant}:${key}`, NAMESPACE))

export const findSettingKey = (tenant: Id, id: Id): SettingKey | undefined =>
  SETTING_KEYS.find((key) => getSettingId(tenant, key) === id)

export const getCategory = (key: SettingKey) => key.split('.')[0] as SettingCategory

export const listKeys = (category: SettingCategory | undefined) =>
  category ? SETTING_KEYS.filter((key) => getCategory(key) === category) : SETTING_KEYS

const toText = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value))

/** Returns the tenant's own value, else the default, else null; not for secrets. */
export const readEffectiveValue = (key: SettingKey, stored: StoredSetting | undefined): unknown =>
  stored?.text === undefined ? (getDefinition(key).defaultValue ?? null) : JSON.parse(stored.text)

export const buildSecretContext = (tenant: Id, key: SettingKey) => ({ tenant, subject: key, purpose: 'setting' })

/** Combines the definition and the tenant's value; masks secrets. */
export const presentSetting = (tenant: Id, key: SettingKey, stored: StoredSetting | undefined): ShownSetting => {
  const { kind, label, description, isEncrypted, defaultValue } = getDefinition(key)
  const own = stored?.sealed ?? stored?.text
  return {
    id: getSettingId(tenant, key),
    key,
    value: stored?.sealed === undefined ? readEffectiveValue(key, stored) : MASK,
    type: kind.type,
    category: getCategory(key),
    label,
    description,
    defaultValue: typeof defaultValue === 'string' ? defaultValue : (toText(defaultValue) ?? null),
    isDefault: own === undefined || own === toText(defaultValue),
    isEncrypted,
    createdAt: stored?.createdAt ?? null,
    updatedAt: stored?.updatedAt ?? null,
    rev: stored?.rev ?? 0,
  }
}

/** Checks a value for the setting; null clears a setting without a default. */
export const findValueViolations = (key: SettingKey, value: unknown, path: string): Violation[] => {
  const { kind, isEncrypted, defaultValue } = getDefinition(key)
  if (value === null && defaultValue === undefined) return []
  if (isEncrypted && typeof value === 'string' && MASKED.test(value))
    return [
      { propertyPath: path, message: 'must be the secret itself, not its mask; leave the setting out to keep it' },
    ]
  return kind
    .findViolations(value)
    .map(({ propertyPath, message }) => ({ propertyPath: `${path}${propertyPath}`, message }))
}
