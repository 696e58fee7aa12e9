import { move } from '../../platform/moves.ts'
import { Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeShipment } from '../shipments/change-shipment.ts'
import { followParcel } from '../shipments/follow-parcel.ts'
import { isPaid, SHIPMENT_MOVES, type StoredShipment } from '../shipments/shipment.ts'
import { shipments } from '../shipments/shipment-store.ts'

/** Cancels a shipment that no carrier has. */
export const cancelShipment = async (unit: Unit, id: string, reason: string | undefined): Promise<StoredShipment> => {
  const before = await unit.load(shipments, id)
  const state = move(SHIPMENT_MOVES, 'shipment', before.status, 'cancel')
  if (before.label && isPaid(before.label))
    throw new Problem('OPERATION_NOT_ALLOWED', `The label of the shipment is ${before.label.status}. Void it first.`)
  const event = { sourceId: null, flag: null, description: reason ?? null, place: null }
  const events = [{ ...event, state, occurredAt: unit.now.toISOString() }]
  return changeShipment(unit, before, followParcel(before, { events }))
}
