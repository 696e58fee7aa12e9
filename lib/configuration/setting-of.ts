import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import type { PlainKey, SecretKey, ValueOf } from './catalog.ts'
import { buildSecretContext, getEffectiveValue } from './setting.ts'
import { readSettings } from './setting-store.ts'

/** The values in effect of several settings, in one read. */
export const getSettings = async <const K extends PlainKey>(
  { db }: Pick<App, 'db'>,
  tenant: Id,
  keys: readonly K[],
): Promise<{ [Key in K]: ValueOf<Key> }> => {
  const { held } = await readSettings(db, tenant)
  return Object.fromEntries(keys.map((key) => [key, getEffectiveValue(key, held[key])])) as { [Key in K]: ValueOf<Key> }
}

/** The value in effect: the tenant's own, else the default, else null. */
export const getSetting = async <K extends PlainKey>(app: Pick<App, 'db'>, tenant: Id, key: K): Promise<ValueOf<K>> =>
  (await getSettings(app, tenant, [key]))[key]

/** A secret in clear; null where the tenant has not set it. Never to be shown or logged. */
export const getSecretSetting = async (
  { db, vault }: Pick<App, 'db' | 'vault'>,
  tenant: Id,
  key: SecretKey,
): Promise<string | null> => {
  const { held } = await readSettings(db, tenant)
  const sealed = held[key]?.sealed
  return sealed === undefined ? null : (JSON.parse(await vault.open(sealed, buildSecretContext(tenant, key))) as string)
}
