import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredReturn } from './return.ts'
import { findReturn } from './return-store.ts'

/** Reads a return for another module; undefined if it does not exist. */
export const readReturn = (db: Table, tenant: Id, id: Id): Promise<StoredReturn | undefined> =>
  findReturn(db, tenant, id)
