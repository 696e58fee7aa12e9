import type { Entry } from '../../../schemas/notification/preferences.ts'
import type { Id } from '../../platform/id.ts'
import { describeFieldChange } from '../../platform/store/audit/field-changes.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import {
  changeCells,
  checkEntries,
  isAllowedByPolicy,
  isEnabledByDefault,
  isMandatory,
  listEntries,
  type PreferenceMatrix,
} from './matrix.ts'

// A tenant's channel policy:  T#<tenant>#channel-policy / POLICY   cells that differ from the defaults

export interface Policy {
  /** 0 before the first write. */
  rev: number
  cells: PreferenceMatrix
}

const policyKey = (tenant: Id): Key => ({ pk: partition(tenant, 'channel-policy'), sk: 'POLICY' })

export const readPolicy = async (db: Table, tenant: Id): Promise<Policy> => {
  const item = await db.get<{ rev?: number; cells?: PreferenceMatrix }>(policyKey(tenant))
  return { rev: item?.rev ?? 0, cells: item?.cells ?? {} }
}

export const showPolicy = ({ rev, cells }: Policy) => ({
  id: 'policy' as const,
  entries: listEntries((topic, channel) => isAllowedByPolicy(cells, topic, channel)),
  rev,
})

const isDefault = ({ type, channel, enabled }: Entry) =>
  isMandatory(type, channel) || enabled === isEnabledByDefault(channel)

export const changePolicy = async (db: Table, unit: Unit, entries: readonly Entry[]): Promise<Policy> => {
  checkEntries(entries)
  const before = await readPolicy(db, unit.tenant)
  unit.match(before)
  const after = { rev: before.rev + 1, cells: changeCells(before.cells, entries, isDefault) }
  unit.add({
    put: { ...policyKey(unit.tenant), kind: 'channel-policy', shape: 1, ...after },
    when: before.rev ? '#rev = :rev' : 'attribute_not_exists(pk)',
    ...(before.rev && { values: { ':rev': before.rev } }),
  })
  unit.audit.add(
    { tenant: unit.tenant },
    {
      action: 'update',
      type: 'channel-policy',
      resource: null,
      changes: entries.map(({ type, channel, enabled }) =>
        describeFieldChange(`${type} ${channel}`, isAllowedByPolicy(before.cells, type, channel), enabled),
      ),
    },
  )
  return after
}
