import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { isAwaited, LABEL_MOVES, NEW_STEP } from '../labels/label.ts'
import { changeShipment } from '../shipments/change-shipment.ts'
import { mergeEvents } from '../shipments/follow-parcel.ts'
import { SHIPMENT_MOVES, type StoredShipment } from '../shipments/shipment.ts'
import { shipments } from '../shipments/shipment-store.ts'

/** Asks for the money of a bought label; a worker decides about one that may be bought by now. */
const giveBack = (unit: Unit, { id, label }: StoredShipment): Pick<StoredShipment, 'label'> => {
  if (!label || (label.status !== 'bought' && !isAwaited(label))) return { label }
  unit.schedule('shipping.labels.work', { tenant: unit.tenant, shipmentId: id })
  if (label.status !== 'bought') return { label: { ...label, attempts: 0 } }
  return { label: { ...label, ...NEW_STEP, status: move(LABEL_MOVES, 'label', label.status, 'void') } }
}

/**
 * Ends the parcel of a hand-off that was reversed. Nothing that was told of it was about its pieces, which never left, so it
 * was not delivered, and its buyer and its shop do not see it any more.
 */
export const reverseParcel = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  id: Id,
  reason: string,
): Promise<StoredShipment | undefined> => {
  const before = await find(db, shipments, unit.tenant, id)
  if (!before || before.reversedAt) return before
  const status = move(SHIPMENT_MOVES, 'shipment', before.status, 'reverse')
  const reversedAt = unit.now.toISOString()
  const event = { sourceId: null, occurredAt: reversedAt, state: status, flag: null, description: reason, place: null }
  return changeShipment(unit, before, {
    ...{ status, reversedAt, flags: [], deliveredAt: null, proofOfDelivery: null },
    events: mergeEvents(before.events, [event]),
    ...giveBack(unit, before),
  })
}
