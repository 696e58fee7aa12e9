import type { AddShipmentEventInput } from '../../../schemas/shipping/shipment.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeShipment } from '../shipments/change-shipment.ts'
import { followParcel } from '../shipments/follow-parcel.ts'
import { proveDelivery } from '../shipments/prove-delivery.ts'
import type { StoredShipment } from '../shipments/shipment.ts'
import { shipments } from '../shipments/shipment-store.ts'

/** Clocks differ, so that what a person reports may seem to lie ahead. */
const MAX_AHEAD_MS = 5 * 60_000

const checkEvent = ({ state, flag, description, signedBy, occurredAt }: AddShipmentEventInput, now: Date): void => {
  const violations = [
    ...(state || flag || description
      ? []
      : [{ propertyPath: '', message: 'must have a state, a flag or a description' }]),
    ...(signedBy !== undefined && state !== 'delivered'
      ? [{ propertyPath: 'signedBy', message: 'must be absent unless the state is delivered' }]
      : []),
    ...(occurredAt !== undefined && Date.parse(occurredAt) > now.getTime() + MAX_AHEAD_MS
      ? [{ propertyPath: 'occurredAt', message: 'must not be in the future' }]
      : []),
  ]
  if (violations.length) throw invalid(...violations)
}

/** Adds an event that a person reports. An earlier one than the state tells is recorded and changes no state. */
export const addEvent = async (unit: Unit, id: string, given: AddShipmentEventInput): Promise<StoredShipment> => {
  checkEvent(given, unit.now)
  const before = await unit.load(shipments, id)
  if (before.reversedAt)
    throw new Problem('OPERATION_NOT_ALLOWED', 'The hand-off of the parcel was reversed, so nothing happens to it.')
  const { state = null, flag = null, description = null, place = null, signedBy } = given
  const occurredAt = new Date(given.occurredAt ?? unit.now).toISOString()
  const event = { sourceId: null, occurredAt, state, flag, description, place }
  const after = followParcel(before, { events: [event] })
  const proof = signedBy ? { signedBy, note: description, at: occurredAt } : before.proofOfDelivery
  return changeShipment(unit, before, { ...after, ...proveDelivery({ proofOfDelivery: proof }, after, null) })
}
