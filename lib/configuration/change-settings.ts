import { checkStepUp } from '../platform/access/step-up.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { findUrlViolations } from '../platform/outbound/find-url-violations.ts'
import { invalid, orNotFound, Problem, type Violation } from '../platform/problem.ts'
import type { Setting } from '../platform/settings/define-settings.ts'
import { buildSecretContext, readEffectiveValue } from '../platform/settings/get-settings.ts'
import {
  readStoredSettings,
  type StoredSetting,
  type StoredSettings,
  writeStoredSettings,
} from '../platform/settings/stored-settings.ts'
import { cutFieldChange } from '../platform/store/audit/field-changes.ts'
import type { Unit } from '../platform/store/unit.ts'
import { getActorType } from '../platform/store/unit-scope.ts'
import { findValueViolations, getSettingId, MASK, presentSetting, type ShownSetting } from './setting.ts'
import { findSettingById, findSettingByKey, type SettingCatalog, type SettingsCheck } from './setting-catalog.ts'

export type By = Parameters<typeof checkStepUp>[0]
type Using = Pick<App, 'config' | 'db' | 'vault'>
type Content = Pick<StoredSetting, 'text' | 'sealed'>

/** A value that a setting shall have, and its place in the request. */
interface Given {
  setting: Setting
  value: unknown
  path: string
}

const findAllViolations = ({ config }: Using, { setting, value, path }: Given): Violation[] => {
  const violations = findValueViolations(setting, value, path)
  return violations.length || !setting.isCalled || typeof value !== 'string'
    ? violations
    : findUrlViolations(config, value, path)
}

const buildContent = async (
  { vault }: Pick<Using, 'vault'>,
  tenant: Id,
  { setting, value }: Given,
): Promise<Content> => {
  if (value === null && setting.defaultValue === undefined) return {}
  const text = JSON.stringify(value)
  return setting.isEncrypted ? { sealed: await vault.seal(text, buildSecretContext(tenant, setting)) } : { text }
}

const toLogText = ({ text, sealed }: Content = {}) => (sealed === undefined ? (text ?? null) : JSON.stringify(MASK))

const isSame = (stored: Content = {}, next: Content) => stored.text === next.text && stored.sealed === next.sealed

/** Settings that protect the tenant and its money. A service account must not weaken what it is bounded by. */
const isForPersons = ({ category, isForPersons: isMarked }: Setting) => isMarked || category === 'security'

/** Settings through which somebody could take money, credentials or events, or make the tenant less secure. */
const isSensitive = (setting: Setting) => isForPersons(setting) || setting.isCalled || setting.isEncrypted

const checkMayChange = (unit: Unit, by: By, setting: Setting): void => {
  if (isForPersons(setting) && getActorType(unit) === 'service_account')
    throw new Problem('PERSON_REQUIRED', `A person must change the setting ${setting.key}, not a service account.`)
  if (isSensitive(setting)) checkStepUp(by, unit.now)
}

/** Writes the contents that differ from the stored ones, with a log of the changes. Returns the new values. */
const applyChanges = (
  unit: Unit,
  by: By,
  before: StoredSettings,
  contents: readonly (readonly [Setting, Content])[],
): StoredSettings['stored'] => {
  const after: Record<string, StoredSetting> = { ...before.stored }
  const changed = contents.filter(([{ key }, next]) => !isSame(before.stored[key], next))
  for (const [setting, next] of changed) {
    const { key } = setting
    const stored = before.stored[key]
    const [at, rev] = [unit.now.toISOString(), (stored?.rev ?? 0) + 1]
    after[key] = { ...next, rev, createdAt: stored?.createdAt ?? at, updatedAt: at }
    checkMayChange(unit, by, setting)
    const change = { field: key, before: toLogText(stored), after: toLogText(next) }
    const resource = getSettingId(unit.tenant, setting)
    const written = { action: 'update', type: 'setting', resource, rev, changes: [cutFieldChange(change)] } as const
    unit.audit.add({ tenant: unit.tenant }, written)
  }
  if (changed.length) writeStoredSettings(unit, before, after)
  return after
}

/** Throws if values do not fit each other; the violations point to the last of the given ones. */
const checkMatches = (
  after: StoredSettings['stored'],
  given: readonly Given[],
  checks: readonly SettingsCheck[],
): void => {
  const violations = checks.flatMap(({ of, findMismatches }) => {
    const last = given.findLast(({ setting }) => of.some(({ key }) => key === setting.key))
    if (!last) return []
    return findMismatches((setting) => readEffectiveValue(setting, after[setting.key]), last.setting).map(
      ({ propertyPath, message }) => ({ propertyPath: `${last.path}${propertyPath}`, message }),
    )
  })
  if (violations.length) throw invalid(...violations)
}

/** Reads the setting that a request names, before it is changed. */
const loadForChange = async ({ db }: Pick<Using, 'db'>, unit: Unit, catalog: SettingCatalog, id: Id) => {
  const setting = orNotFound(findSettingById(catalog, unit.tenant, id))
  const before = await readStoredSettings(db, unit.tenant)
  unit.match(presentSetting(unit.tenant, setting, before.stored[setting.key]))
  return { setting, before }
}

export const updateSetting = async (
  app: Using,
  unit: Unit,
  by: By,
  catalog: SettingCatalog,
  { id, value }: { id: Id; value: unknown },
): Promise<ShownSetting> => {
  const { setting, before } = await loadForChange(app, unit, catalog, id)
  const given = { setting, value, path: 'value' }
  const violations = findAllViolations(app, given)
  if (violations.length) throw invalid(...violations)
  const after = applyChanges(unit, by, before, [[setting, await buildContent(app, unit.tenant, given)]])
  checkMatches(after, [given], catalog.checks)
  return presentSetting(unit.tenant, setting, after[setting.key])
}

export const resetSetting = async (
  app: Pick<Using, 'db'>,
  unit: Unit,
  by: By,
  catalog: SettingCatalog,
  id: Id,
): Promise<ShownSetting> => {
  const { setting, before } = await loadForChange(app, unit, catalog, id)
  if (setting.defaultValue === undefined)
    throw new Problem('OPERATION_NOT_ALLOWED', `The setting ${setting.key} has no default. Update it instead.`)
  const after = applyChanges(unit, by, before, [[setting, {}]])
  return presentSetting(unit.tenant, setting, after[setting.key])
}

const setAll = async (
  app: Using,
  unit: Unit,
  by: By,
  given: readonly Given[],
  checks: readonly SettingsCheck[],
): Promise<void> => {
  const before = await readStoredSettings(app.db, unit.tenant)
  const contents = given.map(async (each) => [each.setting, await buildContent(app, unit.tenant, each)] as const)
  checkMatches(applyChanges(unit, by, before, await Promise.all(contents)), given, checks)
}

/** Sets settings that fit any others, from within the platform. */
export const setSettings = async (
  app: Using,
  unit: Unit,
  by: By,
  values: readonly (readonly [Setting, value: unknown])[],
): Promise<void> => {
  const given = values.map(([setting, value]) => ({ setting, value, path: setting.key }))
  const violations = given.flatMap((each) => findAllViolations(app, each))
  if (violations.length) throw invalid(...violations)
  await setAll(app, unit, by, given, [])
}

/** Changes all of these settings or none. */
export const upsertSettings = async (
  app: Using,
  unit: Unit,
  by: By,
  { catalog, settings }: { catalog: SettingCatalog; settings: readonly { key: string; value: unknown }[] },
): Promise<void> => {
  const seen = new Set<string>()
  const given: Given[] = []
  const violations = settings.flatMap(({ key, value }, i): Violation[] => {
    const path = `settings[${i}]`
    const setting = findSettingByKey(catalog, key)
    if (!setting) return [{ propertyPath: `${path}.key`, message: 'must be the key of a setting' }]
    const repeated = seen.has(key) ? [{ propertyPath: `${path}.key`, message: 'must not be given twice' }] : []
    seen.add(key)
    const each = { setting, value, path: `${path}.value` }
    given.push(each)
    return [...repeated, ...findAllViolations(app, each)]
  })
  if (violations.length) throw invalid(...violations)
  await setAll(app, unit, by, given, catalog.checks)
}
