import type { UpdateShipmentInput } from '../../../schemas/shipping/shipment.ts'
import { isSameTrackingNumber } from '../../platform/identifiers/tracking-number.ts'
import { Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeShipment, nameCarrier } from '../shipments/change-shipment.ts'
import { normalizePromise } from '../shipments/schedule-delay.ts'
import { shipments } from '../shipments/shipment-store.ts'

/** Changes what people may enter. Another number or carrier has another link, unless one is given. */
export const updateDetails = async (db: Table, unit: Unit, id: string, given: UpdateShipmentInput) => {
  const before = await unit.load(shipments, id)
  if (before.status === 'cancelled')
    throw new Problem('OPERATION_NOT_ALLOWED', 'The shipment is cancelled, so it cannot be changed.')
  const { promisedBy, service = before.service } = given
  const carrier = given.carrier === undefined ? before.carrier : given.carrier
  const trackingNumber = given.trackingNumber === undefined ? before.trackingNumber : given.trackingNumber
  const isSame = carrier === before.carrier && isSameTrackingNumber(trackingNumber, before.trackingNumber)
  const trackingUrl = given.trackingUrl === undefined && isSame ? before.trackingUrl : (given.trackingUrl ?? null)
  return changeShipment(unit, before, {
    ...(await nameCarrier(db, unit, { carrier, trackingNumber, trackingUrl })),
    service,
    ...(promisedBy !== undefined && { promisedBy: normalizePromise(promisedBy) }),
  })
}
