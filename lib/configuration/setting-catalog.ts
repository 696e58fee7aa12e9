import type { Id } from '../platform/id.ts'
import type { Violation } from '../platform/problem.ts'
import type { PlainSetting, Setting, ValueOf } from '../platform/settings/define-settings.ts'
import { getSettingId } from './setting.ts'

/** Reads the value that a setting would have. */
export type ReadValue = <S extends PlainSetting>(setting: S) => ValueOf<S>

/** Settings whose values must fit each other. */
export interface SettingsCheck {
  of: readonly Setting[]
  /**
   * Finds values that do not fit each other. The path of each violation is relative to the value of the setting that was
   * changed, as those of its own checks are.
   */
  findMismatches(read: ReadValue, changed: Setting): Violation[]
}

/** All settings of the platform, which `functions/` collects. */
export interface SettingCatalog {
  /** In the order of lists. */
  settings: readonly Setting[]
  checks: readonly SettingsCheck[]
}

export const findSettingById = ({ settings }: SettingCatalog, tenant: Id, id: Id): Setting | undefined =>
  settings.find((setting) => getSettingId(tenant, setting) === id)

export const findSettingByKey = ({ settings }: SettingCatalog, key: string): Setting | undefined =>
  settings.find((setting) => setting.key === key)
