import type { Id } from '../id.ts'
import { partition } from '../store/entities/entity.ts'
import type { Key, Table } from '../store/table/table.ts'
import type { Unit } from '../store/unit.ts'

// A tenant's settings:  T#<tenant>#settings / VALUES   all values that were set, in one item

/** Stored part of a setting that was set once. A reset removes `text` and `sealed`. */
export interface StoredSetting {
  /** The value as JSON text, which preserves any JSON value. */
  text?: string
  /** JSON text of a secret, sealed by the vault. */
  sealed?: string
  rev: number
  createdAt: string
  updatedAt: string
}

export interface StoredSettings {
  /** 0 before the first write. */
  rev: number
  /** By the keys of the settings. */
  stored: Readonly<Record<string, StoredSetting>>
}

const SHAPE = 1
const valuesKey = (tenant: Id): Key => ({ pk: partition(tenant, 'settings'), sk: 'VALUES' })

export const readStoredSettings = async (db: Table, tenant: Id): Promise<StoredSettings> => {
  const item = await db.get<{ rev: number; held: StoredSettings['stored'] }>(valuesKey(tenant))
  return item ? { rev: item.rev, stored: item.held } : { rev: 0, stored: {} }
}

/** Writes all values, unless they have changed since they were read. */
export const writeStoredSettings = (unit: Unit, { rev }: StoredSettings, stored: StoredSettings['stored']): void => {
  const isFirst = rev === 0
  unit.add({
    put: { ...valuesKey(unit.tenant), kind: 'settings', shape: SHAPE, rev: rev + 1, held: stored },
    when: isFirst ? 'attribute_not_exists(pk)' : '#rev = :rev',
    ...(!isFirst && { values: { ':rev': rev } }),
  })
}
