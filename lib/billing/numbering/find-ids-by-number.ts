import type { Id } from '../../platform/id.ts'
import { foldDocumentNumber } from '../../platform/identifiers/document-number.ts'
import type { Entity, Stored } from '../../platform/store/entities/entity.ts'
import { findOwnersOfValues } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'

/** Finds the documents that have these numbers, however they are spelled; returns their ids by the numbers as given. */
export const findIdsByNumber = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  numbers: readonly string[],
): Promise<Map<string, Id>> => {
  const keys = numbers.map(foldDocumentNumber)
  const owners = await findOwnersOfValues(db, kind, tenant, 'number', [...new Set(keys)])
  return new Map(
    numbers.flatMap((number, i) => {
      const id = owners.get(keys[i] as string)
      return id ? [[number, id] as const] : []
    }),
  )
}
