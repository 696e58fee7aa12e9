import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findSerialUnitIds } from './serial-unit-store.ts'

/** Finds the units of a variant that have these serial numbers, for another module; returns their ids by number. */
export const readSerialUnitIds = (db: Table, tenant: Id, variantId: Id, serialNumbers: readonly string[]) =>
  findSerialUnitIds(db, tenant, variantId, serialNumbers)
