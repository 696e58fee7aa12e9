import type { Id } from '../platform/id.ts'
import { partition } from '../platform/store/entities/entity.ts'
import type { Key, Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import type { StoredSetting } from './setting.ts'
import type { SettingKey } from './setting-definitions.ts'

// A tenant's settings:  T#<tenant>#settings / VALUES     all values that were set, in one item
// their changes:        T#<tenant>#settings / LOG#<id>   one for each request: actor, old and new values

export interface Settings {
  /** 0 before the first write. */
  rev: number
  stored: Readonly<Record<string, StoredSetting>>
}

/** Values as JSON text; null if unset, a mask for a secret. */
export interface Change {
  key: SettingKey
  old: string | null
  new: string | null
}

const SHAPE = 1
const valuesKey = (tenant: Id): Key => ({ pk: partition(tenant, 'settings'), sk: 'VALUES' })

export const readSettings = async (db: Table, tenant: Id): Promise<Settings> => {
  const item = await db.get<{ rev: number; held: Settings['stored'] }>(valuesKey(tenant))
  return item ? { rev: item.rev, stored: item.held } : { rev: 0, stored: {} }
}

/** Writes all values and the log of their changes. */
export const writeSettings = (unit: Unit, before: Settings, stored: Settings['stored'], changes: readonly Change[]) => {
  const unwritten = before.rev === 0
  unit.add({
    put: { ...valuesKey(unit.tenant), kind: 'settings', shape: SHAPE, rev: before.rev + 1, held: stored },
    when: unwritten ? 'attribute_not_exists(pk)' : '#rev = :rev',
    ...(!unwritten && { values: { ':rev': before.rev } }),
  })
  const log = { pk: partition(unit.tenant, 'settings'), sk: `LOG#${unit.newId()}`, kind: 'settings-log', shape: SHAPE }
  unit.add({
    put: { ...log, actor: unit.actor, at: unit.now.toISOString(), changes },
    when: 'attribute_not_exists(pk)',
  })
}
