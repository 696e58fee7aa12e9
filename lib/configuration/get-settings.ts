import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { buildSecretContext, readEffectiveValue } from './setting.ts'
import type { PlainKey, SecretKey, ValueOf } from './setting-definitions.ts'
import { readSettings } from './setting-store.ts'

/** Returns the effective values of several settings, in one read. */
export const getSettings = async <const K extends PlainKey>(
  { db }: Pick<App, 'db'>,
  tenant: Id,
  keys: readonly K[],
): Promise<{ [Key in K]: ValueOf<Key> }> => {
  const { stored } = await readSettings(db, tenant)
  return Object.fromEntries(keys.map((key) => [key, readEffectiveValue(key, stored[key])])) as {
    [Key in K]: ValueOf<Key>
  }
}

/** Returns the effective value: the tenant's own, else the default, else null. */
export const getSetting = async <K extends PlainKey>(app: Pick<App, 'db'>, tenant: Id, key: K): Promise<ValueOf<K>> =>
  (await getSettings(app, tenant, [key]))[key]

/** Returns a secret in clear text, or null if it is not set. Never show or log it. */
export const getSecretSetting = async (
  { db, vault }: Pick<App, 'db' | 'vault'>,
  tenant: Id,
  key: SecretKey,
): Promise<string | null> => {
  const { stored } = await readSettings(db, tenant)
  const sealed = stored[key]?.sealed
  return sealed === undefined ? null : JSON.parse(await vault.open(sealed, buildSecretContext(tenant, key)))
}

/** Tells whether the tenant chose the value of a setting itself, even if it is the default. */
export const isSettingChosen = async ({ db }: Pick<App, 'db'>, tenant: Id, key: PlainKey): Promise<boolean> =>
  (await readSettings(db, tenant)).stored[key]?.text !== undefined
