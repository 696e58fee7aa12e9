import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { deriveReturnId } from './open-parcel-return.ts'
import { findReturn } from './return-store.ts'

/** What of a shipment its return needs. */
interface UndeliveredParcel {
  id: Id
  fulfilmentOrderId: Id | null
  lines: readonly { sku: string; quantity: number }[]
}

/**
 * Plans the return of a parcel that could not be delivered, once for each shipment. A task opens it, so that parcels do
 * not wait for each other's return numbers.
 */
export const openReturnOfParcel = async (
  db: Table,
  unit: Unit,
  { id, fulfilmentOrderId, lines }: UndeliveredParcel,
): Promise<void> => {
  if (!fulfilmentOrderId || (await findReturn(db, unit.tenant, deriveReturnId(id)))) return
  const pieces = lines.map(({ sku, quantity }) => ({ sku, quantity }))
  unit.schedule('fulfilment.returns.open', { tenant: unit.tenant, shipmentId: id, fulfilmentOrderId, pieces })
}
