import { checkStepUp } from '../platform/access/step-up.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { findUrlViolations } from '../platform/outbound/find-url-violations.ts'
import { invalid, orNotFound, Problem, type Violation } from '../platform/problem.ts'
import type { Unit } from '../platform/store/unit.ts'
import { getActorType } from '../platform/store/unit-scope.ts'
import { DEPENDENT_KEYS, findMismatches } from './find-mismatches.ts'
import {
  buildSecretContext,
  findSettingKey,
  findValueViolations,
  MASK,
  presentSetting,
  readEffectiveValue,
  type ShownSetting,
  type StoredSetting,
} from './setting.ts'
import { getDefinition, isSettingKey, type SettingKey, type ValueOf } from './setting-definitions.ts'
import { type Change, readSettings, type Settings, writeSettings } from './setting-store.ts'

export type By = Parameters<typeof checkStepUp>[0]
type Using = Pick<App, 'config' | 'db' | 'vault'>
type Content = Pick<StoredSetting, 'text' | 'sealed'>
type Entry = readonly [SettingKey, Content]

const findAllViolations = ({ config }: Using, key: SettingKey, value: unknown, propertyPath: string): Violation[] => {
  const violations = findValueViolations(key, value, propertyPath)
  return violations.length || !getDefinition(key).isCalled || typeof value !== 'string'
    ? violations
    : findUrlViolations(config, value, propertyPath)
}

const buildContent = async (
  { vault }: Pick<Using, 'vault'>,
  tenant: Id,
  key: SettingKey,
  value: unknown,
): Promise<Content> => {
  const { isEncrypted, defaultValue } = getDefinition(key)
  if (value === null && defaultValue === undefined) return {}
  const text = JSON.stringify(value)
  return isEncrypted ? { sealed: await vault.seal(text, buildSecretContext(tenant, key)) } : { text }
}

const toLogText = ({ text, sealed }: Content = {}) => (sealed === undefined ? (text ?? null) : JSON.stringify(MASK))

const isSame = (stored: Content = {}, next: Content) => stored.text === next.text && stored.sealed === next.sealed

/** Settings that protect the tenant and its money. A service account must not weaken what it is bounded by. */
const isForPersons = (key: SettingKey) =>
  key === 'billing.bankAccount' || key === 'billing.fourEyes' || key.startsWith('security.')

/** Settings through which somebody could take money, credentials or events, or make the tenant less secure. */
const isSensitive = (key: SettingKey) =>
  isForPersons(key) || key === 'notifications.webhookUrl' || getDefinition(key).isEncrypted

const checkMayChange = (unit: Unit, by: By, key: SettingKey): void => {
  if (isForPersons(key) && getActorType(unit) === 'service_account')
    throw new Problem('PERSON_REQUIRED', `A person must change the setting ${key}, not a service account.`)
  if (isSensitive(key)) checkStepUp(by, unit.now)
}

/** Writes the entries that differ from the stored ones, with a log of the changes. Returns the new values. */
const applyChanges = (unit: Unit, by: By, before: Settings, entries: readonly Entry[]): Settings['stored'] => {
  // Removes keys that are no longer defined, since nothing reads them.
  const after: Record<string, StoredSetting> = Object.fromEntries(
    Object.entries(before.stored).filter(([key]) => isSettingKey(key)),
  )
  const changes: Change[] = []
  for (const [key, next] of entries) {
    const stored = before.stored[key]
    if (isSame(stored, next)) continue
    const at = unit.now.toISOString()
    after[key] = { ...next, rev: (stored?.rev ?? 0) + 1, createdAt: stored?.createdAt ?? at, updatedAt: at }
    checkMayChange(unit, by, key)
    changes.push({ key, rev: (stored?.rev ?? 0) + 1, old: toLogText(stored), new: toLogText(next) })
  }
  if (changes.length) writeSettings(unit, before, after, changes)
  return after
}

/** Throws if values do not fit each other; the violations point to the last of the given ones. */
const checkMatches = (after: Settings['stored'], given: readonly (readonly [key: string, path: string])[]): void => {
  const isDependent = ([key]: readonly [string, string]) => DEPENDENT_KEYS.some((each) => each === key)
  const [changed, path] = given.findLast(isDependent) ?? []
  if (path === undefined || changed === undefined || !isSettingKey(changed)) return
  const read = <K extends SettingKey>(key: K) => readEffectiveValue(key, after[key]) as ValueOf<K>
  const violations = findMismatches(read, changed)
  if (violations.length)
    throw invalid(
      ...violations.map(({ propertyPath, message }) => ({ propertyPath: `${path}${propertyPath}`, message })),
    )
}

/** Reads the setting that a request names, before it is changed. */
const loadForChange = async ({ db }: Pick<Using, 'db'>, unit: Unit, id: Id) => {
  const key = orNotFound(findSettingKey(unit.tenant, id))
  const before = await readSettings(db, unit.tenant)
  unit.match(presentSetting(unit.tenant, key, before.stored[key]))
  return { key, before }
}

export const updateSetting = async (app: Using, unit: Unit, by: By, id: Id, value: unknown): Promise<ShownSetting> => {
  const { key, before } = await loadForChange(app, unit, id)
  const violations = findAllViolations(app, key, value, 'value')
  if (violations.length) throw invalid(...violations)
  const after = applyChanges(unit, by, before, [[key, await buildContent(app, unit.tenant, key, value)]])
  checkMatches(after, [[key, 'value']])
  return presentSetting(unit.tenant, key, after[key])
}

export const resetSetting = async (app: Pick<Using, 'db'>, unit: Unit, by: By, id: Id): Promise<ShownSetting> => {
  const { key, before } = await loadForChange(app, unit, id)
  if (getDefinition(key).defaultValue === undefined)
    throw new Problem('OPERATION_NOT_ALLOWED', `The setting ${key} has no default. Update it instead.`)
  const after = applyChanges(unit, by, before, [[key, {}]])
  return presentSetting(unit.tenant, key, after[key])
}

interface Given {
  key: string
  value: unknown
}

const findViolations = (app: Using, given: readonly Given[]): Violation[] => {
  const seen = new Set<string>()
  return given.flatMap(({ key, value }, i) => {
    const path = `settings[${i}]`
    if (!isSettingKey(key)) return [{ propertyPath: `${path}.key`, message: 'must be the key of a setting' }]
    const repeated = seen.has(key) ? [{ propertyPath: `${path}.key`, message: 'must not be given twice' }] : []
    seen.add(key)
    return [...repeated, ...findAllViolations(app, key, value, `${path}.value`)]
  })
}

/** Changes all of these settings or none. */
export const upsertSettings = async (app: Using, unit: Unit, by: By, given: readonly Given[]): Promise<void> => {
  const violations = findViolations(app, given)
  if (violations.length) throw invalid(...violations)
  const buildEntry = async (key: SettingKey, value: unknown): Promise<Entry> => [
    key,
    await buildContent(app, unit.tenant, key, value),
  ]
  const entries = given.flatMap(({ key, value }) => (isSettingKey(key) ? [buildEntry(key, value)] : []))
  const after = applyChanges(unit, by, await readSettings(app.db, unit.tenant), await Promise.all(entries))
  checkMatches(
    after,
    given.map(({ key }, i) => [key, `settings[${i}].value`]),
  )
}
