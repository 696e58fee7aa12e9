import type { Id } from '../platform/id.ts'
import { partition } from '../platform/store/entities/entity.ts'
import type { Key, Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import type { SettingKey } from './catalog.ts'
import type { Held } from './setting.ts'

// A tenant's settings:  T#<tenant>#settings / VALUES     every value that was written, in one item
// what changed them:    T#<tenant>#settings / LOG#<id>   one for each request: who, and each old and new value

export interface Settings {
  /** 0 before the first write. */
  rev: number
  held: Readonly<Record<string, Held>>
}

/** Values as JSON text; null where there was none of its own, a mask for a secret. */
export interface Change {
  key: SettingKey
  old: string | null
  new: string | null
}

const SHAPE = 1
const valuesKey = (tenant: Id): Key => ({ pk: partition(tenant, 'settings'), sk: 'VALUES' })

export const readSettings = async (db: Table, tenant: Id): Promise<Settings> => {
  const item = await db.get(valuesKey(tenant))
  return item ? (({ rev, held }) => ({ rev, held }) as Settings)(item) : { rev: 0, held: {} }
}

/** All values and the record of their change, written together or not at all. */
export const writeSettings = (unit: Unit, before: Settings, held: Settings['held'], changes: readonly Change[]) => {
  const unwritten = before.rev === 0
  unit.add({
    put: { ...valuesKey(unit.tenant), kind: 'settings', shape: SHAPE, rev: before.rev + 1, held },
    when: unwritten ? 'attribute_not_exists(pk)' : '#rev = :rev',
    ...(!unwritten && { values: { ':rev': before.rev } }),
  })
  const log = { pk: partition(unit.tenant, 'settings'), sk: `LOG#${unit.newId()}`, kind: 'settings-log', shape: SHAPE }
  unit.add({
    put: { ...log, actor: unit.actor, at: unit.now.toISOString(), changes },
    when: 'attribute_not_exists(pk)',
  })
}
