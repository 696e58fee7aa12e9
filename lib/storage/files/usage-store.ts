import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

// Usage:  T#<tenant>#storage-usage / USAGE   usedBytes and fileCount, from the beginning of each upload to its end without a
//                                            file or to the deletion of the file

interface Usage {
  usedBytes: number
  fileCount: number
}

const usageKey = (tenant: Id): Key => ({ pk: partition(tenant, 'storage-usage'), sk: 'USAGE' })

export const readUsage = async (db: Table, tenant: Id): Promise<Usage> => {
  const { usedBytes = 0, fileCount = 0 } = (await db.get<Partial<Usage>>(usageKey(tenant))) ?? {}
  return { usedBytes, fileCount }
}

/** Adds a file to the usage unless it exceeds the quota then. The condition holds for all uploads that begin at once. */
export const reserveBytes = (unit: Unit, sizeBytes: number, quotaBytes: number): void => {
  const refuse = () =>
    new Problem(
      'OPERATION_NOT_ALLOWED',
      'The file does not fit the storage that the setting general.storageMegabytes allows.',
    )
  if (sizeBytes > quotaBytes) throw refuse()
  unit.add(
    {
      update: usageKey(unit.tenant),
      set: 'ADD #usedBytes :size, #fileCount :one',
      when: 'attribute_not_exists(#usedBytes) OR #usedBytes <= :room',
      values: { ':size': sizeBytes, ':one': 1, ':room': quotaBytes - sizeBytes },
    },
    { refuse },
  )
}

export const freeBytes = (unit: Unit, sizeBytes: number): void =>
  unit.add({
    update: usageKey(unit.tenant),
    set: 'ADD #usedBytes :size, #fileCount :one',
    values: { ':size': -sizeBytes, ':one': -1 },
  })
