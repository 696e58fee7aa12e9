import type { Id } from '../platform/id.ts'
import { orInvalid, orNotFound } from '../platform/problem.ts'
import type { Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'
import { findPartner, partners, type StoredPartner } from './partner-store.ts'

/** The partner that a request refers to; a violation where the tenant has none of this id. */
export const requirePartner = async (
  db: Table,
  tenant: Id,
  id: Id,
  propertyPath = 'partnerId',
): Promise<StoredPartner> => {
  return orInvalid(await findPartner(db, tenant, id), propertyPath, 'partner')
}

/** Tells whether the tenant has a partner of this id. */
export const hasPartner = async (db: Table, tenant: Id, id: Id): Promise<boolean> =>
  (await findPartner(db, tenant, id)) !== undefined

/** The partner that a path names. */
export const requireNamedPartner = async (db: Table, tenant: Id, id: string): Promise<StoredPartner> =>
  orNotFound(await findPartner(db, tenant, id))

/** The partner that a change takes something over from; the change is done again if the partner changes under it. */
export const holdPartner = async (db: Table, unit: Unit, id: Id): Promise<StoredPartner> => {
  const partner = await requirePartner(db, unit.tenant, id)
  unit.require(partners, partner)
  return partner
}
