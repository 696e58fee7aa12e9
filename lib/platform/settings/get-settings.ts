import type { App } from '../app/app.ts'
import type { Id } from '../id.ts'
import type { PlainSetting, SecretSetting, Setting, ValueOf, ValuesOf } from './define-settings.ts'
import { readStoredSettings, type StoredSetting } from './stored-settings.ts'

/** Returns the tenant's own value, else the default, else null; not for secrets. */
export const readEffectiveValue = <S extends Setting>({ defaultValue }: S, stored: StoredSetting | undefined) =>
  (stored?.text === undefined ? (defaultValue ?? null) : JSON.parse(stored.text)) as ValueOf<S>

/** Returns the effective values of several settings by their keys, in one read. */
export const getSettings = async <S extends PlainSetting>(
  { db }: Pick<App, 'db'>,
  tenant: Id,
  settings: readonly S[],
): Promise<ValuesOf<S>> => {
  const { stored } = await readStoredSettings(db, tenant)
  return Object.fromEntries(
    settings.map((setting) => [setting.key, readEffectiveValue(setting, stored[setting.key])]),
  ) as ValuesOf<S>
}

/** Returns the effective value: the tenant's own, else the default, else null. */
export const getSetting = async <S extends PlainSetting>(
  { db }: Pick<App, 'db'>,
  tenant: Id,
  setting: S,
): Promise<ValueOf<S>> => readEffectiveValue(setting, (await readStoredSettings(db, tenant)).stored[setting.key])

/** Builds the vault context of a secret. */
export const buildSecretContext = (tenant: Id, { key }: Setting) => ({ tenant, subject: key, purpose: 'setting' })

/** Returns a secret in clear text, or null if it is not set. Never show or log it. */
export const getSecretSetting = async (
  { db, vault }: Pick<App, 'db' | 'vault'>,
  tenant: Id,
  setting: SecretSetting,
): Promise<string | null> => {
  const { stored } = await readStoredSettings(db, tenant)
  const sealed = stored[setting.key]?.sealed
  return sealed === undefined ? null : JSON.parse(await vault.open(sealed, buildSecretContext(tenant, setting)))
}

/** Tells whether the tenant chose the value of a setting itself, even if it is the default. */
export const isSettingChosen = async ({ db }: Pick<App, 'db'>, tenant: Id, { key }: PlainSetting): Promise<boolean> =>
  (await readStoredSettings(db, tenant)).stored[key]?.text !== undefined
