import type { Id } from '../../id.ts'
import { orInvalid } from '../../problem.ts'
import type { Entity, Stored } from '../entities/entity.ts'
import type { Table } from '../table/table.ts'
import { find } from './list.ts'

/** Creates a function that returns the item a request refers to, or throws a violation if the tenant has none with this id. */
export const createReferenceResolver =
  <T extends Stored>(kind: Entity<T>) =>
  async (db: Table, tenant: Id, id: Id, propertyPath = `${kind.name}Id`): Promise<T> =>
    orInvalid(await find(db, kind, tenant, id), propertyPath, kind.name)
