import type { Id } from '../platform/id.ts'
import { orNotFound } from '../platform/problem.ts'
import { createReferenceResolver } from '../platform/store/lists/create-reference-resolver.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { findPartner, partners, type StoredPartner } from './partner-store.ts'

export const requirePartner = createReferenceResolver(partners)

export const hasPartner = async (db: Table, tenant: Id, id: Id): Promise<boolean> =>
  (await findPartner(db, tenant, id)) !== undefined

/** Returns the partner; undefined if it does not exist. */
export const findExistingPartner = (db: Table, tenant: Id, id: Id): Promise<StoredPartner | undefined> =>
  findPartner(db, tenant, id)

/** Returns the partner in the path. Throws 404 if it does not exist. */
export const requireNamedPartner = async (db: Table, tenant: Id, id: string): Promise<StoredPartner> =>
  orNotFound(await findPartner(db, tenant, id))

/** Returns the partner and lets the unit commit only while it stays unchanged. */
export const requirePartnerUnchanged = async (db: Table, unit: Unit, id: Id): Promise<StoredPartner> => {
  const partner = await requirePartner(db, unit.tenant, id)
  unit.require(partners, partner)
  return partner
}
