import type { Id } from '../platform/id.ts'
import { cutFieldChange } from '../platform/store/audit/field-changes.ts'
import { partition } from '../platform/store/entities/entity.ts'
import type { Key, Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { getSettingId, type StoredSetting } from './setting.ts'
import type { SettingKey } from './setting-definitions.ts'

// A tenant's settings:  T#<tenant>#settings / VALUES   all values that were set, in one item

export interface Settings {
  /** 0 before the first write. */
  rev: number
  stored: Readonly<Record<string, StoredSetting>>
}

/** Values as JSON text; null if unset, a mask for a secret. */
export interface Change {
  key: SettingKey
  rev: number
  old: string | null
  new: string | null
}

const SHAPE = 1
const valuesKey = (tenant: Id): Key => ({ pk: partition(tenant, 'settings'), sk: 'VALUES' })

export const readSettings = async (db: Table, tenant: Id): Promise<Settings> => {
  const item = await db.get<{ rev: number; held: Settings['stored'] }>(valuesKey(tenant))
  return item ? { rev: item.rev, stored: item.held } : { rev: 0, stored: {} }
}

/** Writes all values, and their changes to the audit trail. */
export const writeSettings = (unit: Unit, before: Settings, stored: Settings['stored'], changes: readonly Change[]) => {
  const unwritten = before.rev === 0
  unit.add({
    put: { ...valuesKey(unit.tenant), kind: 'settings', shape: SHAPE, rev: before.rev + 1, held: stored },
    when: unwritten ? 'attribute_not_exists(pk)' : '#rev = :rev',
    ...(!unwritten && { values: { ':rev': before.rev } }),
  })
  for (const { key, rev, old, new: next } of changes)
    unit.audit.add(
      { tenant: unit.tenant },
      {
        action: 'update',
        type: 'setting',
        resource: getSettingId(unit.tenant, key),
        rev,
        changes: [cutFieldChange({ field: key, before: old, after: next })],
      },
    )
}
