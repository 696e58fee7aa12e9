import type { DigestWindow } from '../../../schemas/notification/digest-window.ts'
import type { Entry, PreferencesUpdate } from '../../../schemas/notification/preferences.ts'
import { deriveId, getIdTime, type Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { MemberOwner } from '../member-scope.ts'
import { type DoNotDisturb, findSilence, NEVER_SILENT, type Silence } from './do-not-disturb.ts'
import { explainUnchoosable, isChoosable } from './is-choosable.ts'
import {
  changeCells,
  checkEntries,
  isAllowedByPolicy,
  listEntries,
  type PreferenceMatrix,
  resolvePreference,
} from './matrix.ts'
import { readPolicy } from './policy-store.ts'

// A member's preferences:  T#<tenant>#preferences / <identity>   own choices and do-not-disturb

export interface Preferences extends DoNotDisturb {
  /** The member's own window for digests and the hour of daily ones; null for the tenant's. */
  digestWindow: DigestWindow | null
  digestHour: number | null
  /** 0 before the first write. */
  rev: number
  cells: PreferenceMatrix
  createdAt: string | null
  updatedAt: string | null
}

export const NO_PREFERENCES: Preferences = {
  ...NEVER_SILENT,
  digestWindow: null,
  digestHour: null,
  rev: 0,
  cells: {},
  createdAt: null,
  updatedAt: null,
}

export const preferencesKey = ({ tenant, identity }: MemberOwner): Key => ({
  pk: partition(tenant, 'preferences'),
  sk: identity,
})

const readPreferences = async (db: Table, owner: MemberOwner): Promise<Preferences> =>
  (await db.get<Preferences>(preferencesKey(owner))) ?? NO_PREFERENCES

/** Reads the preferences of these members, by identity; leaves out those who never changed any. */
export const findPreferences = async (db: Table, tenant: Id, identities: readonly Id[]) => {
  const items = await db.batchGet<Preferences>(identities.map((identity) => preferencesKey({ tenant, identity })))
  return new Map(items.map((item) => [item.sk, item]))
}

const readZone = (db: Table, tenant: Id) => getSetting({ db }, tenant, GENERAL_SETTINGS.timezone)

export const showPreferences = async (db: Table, owner: MemberOwner, now: Date, changed?: Preferences) => {
  const { tenant, identity } = owner
  const [preferences, policy, zone] = await Promise.all([
    changed ?? readPreferences(db, owner),
    readPolicy(db, tenant),
    readZone(db, tenant),
  ])
  const silence = await findSilence(preferences, zone, now)
  const { cells, on, start, end, digestWindow, digestHour, createdAt, updatedAt, rev } = preferences
  return {
    id: deriveId(getIdTime(identity), tenant, identity, 'preferences'),
    userId: identity,
    entries: listEntries((topic, channel) => resolvePreference(cells, policy.cells, topic, channel), isChoosable),
    doNotDisturb: on,
    doNotDisturbUntil: silence?.until?.toISOString() ?? null,
    doNotDisturbStart: start,
    doNotDisturbEnd: end,
    digestWindow,
    digestHour,
    createdAt,
    updatedAt,
    rev,
  }
}

const checkWindow = ({ start, end }: DoNotDisturb) => {
  const other = 'must be given too: set both the start and the end, or neither'
  if (start !== null && end === null) throw invalid({ propertyPath: 'doNotDisturbEnd', message: other })
  if (start === null && end !== null) throw invalid({ propertyPath: 'doNotDisturbStart', message: other })
}

/** Switching off also lifts the current window until its end. Setting a window takes effect at once. */
const applyDoNotDisturb = async (
  db: Table,
  unit: Unit,
  before: DoNotDisturb,
  given: PreferencesUpdate,
): Promise<DoNotDisturb> => {
  const { doNotDisturb, doNotDisturbStart: start, doNotDisturbEnd: end } = given
  const after: DoNotDisturb = {
    on: doNotDisturb ?? before.on,
    start: start === undefined ? before.start : start,
    end: end === undefined ? before.end : end,
    liftedUntil: before.liftedUntil,
  }
  checkWindow(after)
  if (start !== undefined || end !== undefined || after.on) return { ...after, liftedUntil: null }
  if (doNotDisturb !== false) return after
  const silence = await findSilence(after, await readZone(db, unit.tenant), unit.now)
  return silence?.until ? { ...after, liftedUntil: silence.until.toISOString() } : after
}

const ends = (silence: Silence | undefined) =>
  silence ? (silence.until?.getTime() ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY

/** True if what was gathered need not wait any longer: silence ends earlier, or the window is another one. */
const isReleasing = async (db: Table, { tenant, now }: Unit, before: Preferences, after: Preferences) => {
  const names = ['digestWindow', 'digestHour'] as const
  if (names.some((name) => before[name] !== after[name])) return true
  if (!before.on && before.start === null) return false
  const zone = await readZone(db, tenant)
  const [earlier, later] = await Promise.all([before, after].map((each) => findSilence(each, zone, now)))
  return ends(later) < ends(earlier)
}

export const changePreferences = async (
  db: Table,
  unit: Unit,
  identity: Id,
  given: PreferencesUpdate,
): Promise<Preferences> => {
  const { entries = [], digestWindow, digestHour } = given
  checkEntries(entries, explainUnchoosable)
  const owner = { tenant: unit.tenant, identity }
  const [before, policy] = await Promise.all([readPreferences(db, owner), readPolicy(db, unit.tenant)])
  unit.match(before)
  const isDefault = ({ type, channel, enabled }: Entry) => enabled && isAllowedByPolicy(policy.cells, type, channel)
  const at = unit.now.toISOString()
  const after: Preferences = {
    ...(await applyDoNotDisturb(db, unit, before, given)),
    digestWindow: digestWindow === undefined ? before.digestWindow : digestWindow,
    digestHour: digestHour === undefined ? before.digestHour : digestHour,
    rev: before.rev + 1,
    cells: changeCells(before.cells, entries, isDefault),
    createdAt: before.createdAt ?? at,
    updatedAt: at,
  }
  unit.add({
    put: { ...preferencesKey(owner), kind: 'preferences', shape: 1, ...after },
    when: before.rev ? '#rev = :rev' : 'attribute_not_exists(pk)',
    ...(before.rev && { values: { ':rev': before.rev } }),
  })
  if (await isReleasing(db, unit, before, after))
    unit.schedule('notification.digests.release', { tenant: unit.tenant, identityId: identity })
  return after
}
