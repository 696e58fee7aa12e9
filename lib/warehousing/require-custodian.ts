import type { Id } from '../platform/id.ts'
import { createReferenceResolver } from '../platform/store/lists/create-reference-resolver.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { StoredCustodian } from './custodian.ts'
import { custodians, findCustodian } from './custodian-store.ts'

export const requireCustodian = createReferenceResolver(custodians)

/** Reads a custodian for another module; undefined if the tenant has none with this id. */
export const readCustodian = (db: Table, tenant: Id, id: string): Promise<StoredCustodian | undefined> =>
  findCustodian(db, tenant, id)
