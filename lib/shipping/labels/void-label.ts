import { move } from '../../platform/moves.ts'
import { Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeShipment } from '../shipments/change-shipment.ts'
import { hasLeft, type StoredShipment } from '../shipments/shipment.ts'
import { shipments } from '../shipments/shipment-store.ts'
import { LABEL_MOVES, NEW_STEP } from './label.ts'

/** Schedules the request for the money of a label that was not used. */
export const voidLabel = async (unit: Unit, id: string): Promise<StoredShipment> => {
  const before = await unit.load(shipments, id)
  if (!before.label) throw new Problem('OPERATION_NOT_ALLOWED', 'The shipment has no label.')
  if (hasLeft(before)) throw new Problem('OPERATION_NOT_ALLOWED', 'The parcel has left, so its label was used.')
  const status = move(LABEL_MOVES, 'label', before.label.status, 'void')
  unit.schedule('shipping.labels.work', { tenant: unit.tenant, shipmentId: before.id })
  return changeShipment(unit, before, { label: { ...before.label, ...NEW_STEP, status } })
}
