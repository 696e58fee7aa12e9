import { uuidToULID } from 'ulid'
import { v5 } from 'uuid'
import type { Setting as SettingResource } from '../../schemas/configuration/configuration.ts'
import type { Id } from '../platform/id.ts'
import type { Violation } from '../platform/problem.ts'
import type { Setting } from '../platform/settings/define-settings.ts'
import { readEffectiveValue } from '../platform/settings/get-settings.ts'
import type { StoredSetting } from '../platform/settings/stored-settings.ts'

/** A setting as responses show it, with its revision for the ETag. */
export type ShownSetting = SettingResource & { rev: number }

export const MASK = '********'
const MASKED = /^[*•●]+$/

const NAMESPACE = '3cf1c790-a61d-4858-8542-6eaf91efcdf5'

/** Derives the id from tenant and key, so that a setting has its id before it is first set. */
export const getSettingId = (tenant: Id, { key }: Setting): Id => uuidToULID(v5(`${tenant}:${key}`, NAMESPACE))

const toText = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value))

/** Combines the definition and the tenant's value; masks secrets. */
export const presentSetting = (tenant: Id, setting: Setting, stored: StoredSetting | undefined): ShownSetting => {
  const { key, kind, category, label, description, isEncrypted, defaultValue } = setting
  const own = stored?.sealed ?? stored?.text
  return {
    id: getSettingId(tenant, setting),
    key,
    value: stored?.sealed === undefined ? readEffectiveValue(setting, stored) : MASK,
    type: kind.type,
    category,
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
export const findValueViolations = (
  { kind, isEncrypted, defaultValue }: Setting,
  value: unknown,
  path: string,
): Violation[] => {
  if (value === null && defaultValue === undefined) return []
  if (isEncrypted && typeof value === 'string' && MASKED.test(value))
    return [
      { propertyPath: path, message: 'must be the secret itself, not its mask; leave the setting out to keep it' },
    ]
  return kind
    .findViolations(value)
    .map(({ propertyPath, message }) => ({ propertyPath: `${path}${propertyPath}`, message }))
}
