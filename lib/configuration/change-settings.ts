import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { invalid, orNotFound, Problem, type Violation } from '../platform/problem.ts'
import type { Unit } from '../platform/store/unit.ts'
import { getDefinition, isSettingKey, type SettingKey } from './catalog.ts'
import {
  buildSecretContext,
  findSettingKey,
  findValueViolations,
  type Held,
  MASK,
  type Shown,
  show,
} from './setting.ts'
import { type Change, readSettings, type Settings, writeSettings } from './setting-store.ts'

type Using = Pick<App, 'db' | 'vault'>
type Content = Pick<Held, 'text' | 'sealed'>
type Entry = readonly [SettingKey, Content]

const buildContent = async ({ vault }: Using, tenant: Id, key: SettingKey, value: unknown): Promise<Content> => {
  const { isEncrypted, defaultValue } = getDefinition(key)
  if (value === null && defaultValue === undefined) return {}
  const text = JSON.stringify(value)
  return isEncrypted ? { sealed: await vault.seal(text, buildSecretContext(tenant, key)) } : { text }
}

const toLogText = ({ text, sealed }: Content = {}) => (sealed === undefined ? (text ?? null) : MASK)

const isSame = (held: Content = {}, next: Content) => held.text === next.text && held.sealed === next.sealed

/** Writes the entries that change anything, with the record of who changed what; answers the values that then stand. */
const change = (unit: Unit, before: Settings, entries: readonly Entry[]): Settings['held'] => {
  // Keys that have left the catalog go with the next change, since nothing reads them any more.
  const after: Record<string, Held> = Object.fromEntries(
    Object.entries(before.held).filter(([key]) => isSettingKey(key)),
  )
  const changes: Change[] = []
  for (const [key, next] of entries) {
    const held = before.held[key]
    if (isSame(held, next)) continue
    const at = unit.now.toISOString()
    after[key] = { ...next, rev: (held?.rev ?? 0) + 1, createdAt: held?.createdAt ?? at, updatedAt: at }
    changes.push({ key, old: toLogText(held), new: toLogText(next) })
  }
  if (changes.length) writeSettings(unit, before, after, changes)
  return after
}

/** The setting that a request names by its id, for changing it. */
const load = async ({ db }: Using, unit: Unit, id: Id) => {
  const key = orNotFound(findSettingKey(unit.tenant, id))
  const before = await readSettings(db, unit.tenant)
  unit.match(show(unit.tenant, key, before.held[key]))
  return { key, before }
}

export const updateSetting = async (app: Using, unit: Unit, id: Id, value: unknown): Promise<Shown> => {
  const { key, before } = await load(app, unit, id)
  const violations = findValueViolations(key, value, 'value')
  if (violations.length) throw invalid(...violations)
  const after = change(unit, before, [[key, await buildContent(app, unit.tenant, key, value)]])
  return show(unit.tenant, key, after[key])
}

export const resetSetting = async (app: Using, unit: Unit, id: Id): Promise<Shown> => {
  const { key, before } = await load(app, unit, id)
  if (getDefinition(key).defaultValue === undefined)
    throw new Problem('OPERATION_NOT_ALLOWED', `The setting ${key} has no default to go back to.`)
  const after = change(unit, before, [[key, {}]])
  return show(unit.tenant, key, after[key])
}

interface Given {
  key: string
  value: unknown
}

const findViolations = (given: readonly Given[]): Violation[] => {
  const seen = new Set<string>()
  return given.flatMap(({ key, value }, i) => {
    const path = `settings[${i}]`
    if (!isSettingKey(key)) return [{ propertyPath: `${path}.key`, message: 'is not a key of the catalog' }]
    const twice = seen.has(key) ? [{ propertyPath: `${path}.key`, message: 'is given more than once' }] : []
    seen.add(key)
    return [...twice, ...findValueViolations(key, value, `${path}.value`)]
  })
}

/** All of them or none. */
export const upsertSettings = async (app: Using, unit: Unit, given: readonly Given[]): Promise<void> => {
  const violations = findViolations(given)
  if (violations.length) throw invalid(...violations)
  const entries = given.map(async ({ key, value }) => {
    const known = key as SettingKey
    return [known, await buildContent(app, unit.tenant, known, value)] as const
  })
  change(unit, await readSettings(app.db, unit.tenant), await Promise.all(entries))
}
