import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeShipment } from '../shipments/change-shipment.ts'
import { followParcel } from '../shipments/follow-parcel.ts'
import { findByParcel } from '../shipments/shipment-store.ts'

interface Ended {
  fulfilmentOrderId: Id
  parcelId: string
  /** Time since which the custodian has no such parcel; null if that does not matter. */
  asOf: Date | null
}

/**
 * Cancels a parcel that its custodian has no longer, until it has it again. Returns whether it has ended: one that left, or
 * that changed since, stays.
 */
export const endPackedParcel = async (
  db: Table,
  unit: Unit,
  { fulfilmentOrderId, parcelId, asOf }: Ended,
): Promise<boolean> => {
  const before = await findByParcel(db, unit.tenant, fulfilmentOrderId, parcelId)
  if (!before) return true
  if (before.handedOverAt !== null || (asOf && before.updatedAt >= asOf.toISOString())) return false
  const after = followParcel({ ...before, isVoid: true }, { events: [] })
  return changeShipment(unit, before, { ...after, isVoid: true }).status === 'cancelled'
}
