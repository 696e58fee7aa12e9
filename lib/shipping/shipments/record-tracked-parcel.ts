import type { TrackedParcel } from '../../custodians/custodian-connector.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findCarrierByName } from '../carriers/carrier-store.ts'
import { normalizeCarrierName } from '../carriers/recognize-carrier.ts'
import { changeShipment, renameCarrier } from './change-shipment.ts'
import { followParcel } from './follow-parcel.ts'
import { proveDelivery } from './prove-delivery.ts'
import { canMove, type StoredShipment } from './shipment.ts'
import { findTrackedShipments } from './shipment-store.ts'

/** Carriers use a number again some months later, when its first parcel has arrived. */
const MAX_AGE_MS = 60 * 86_400_000

/**
 * Chooses the newest parcel of this carrier that can still move, else the newest one that is not old: its events may come in
 * any order, and one that was delivered may turn back.
 */
const chooseShipment = (found: readonly StoredShipment[], carrier: string | null, now: Date) => {
  const isSame = ({ carrier: other }: StoredShipment) =>
    carrier === null || (other !== null && normalizeCarrierName(other) === normalizeCarrierName(carrier))
  const isRecent = ({ createdAt }: StoredShipment) => now.getTime() - Date.parse(createdAt) < MAX_AGE_MS
  const own = found.filter(isSame)
  return own.find(canMove) ?? own.find((shipment) => isRecent(shipment) && shipment.status !== 'cancelled')
}

/** Records a carrier's news about a parcel of the tenant's own; returns undefined if no shipment is meant. */
export const recordTrackedParcel = async (
  db: Table,
  unit: Unit,
  custodianId: Id,
  tracked: TrackedParcel,
): Promise<StoredShipment | undefined> => {
  const found = await findTrackedShipments(db, unit.tenant, custodianId, tracked)
  const known = tracked.carrier === null ? undefined : await findCarrierByName(db, unit.tenant, tracked.carrier)
  const isOwn = found.length === 1 && tracked.remoteId !== null && found[0]?.label?.remoteId === tracked.remoteId
  const before = isOwn ? found[0] : chooseShipment(found, known?.name ?? tracked.carrier, unit.now)
  if (!before || before.reversedAt) return before
  const after = followParcel(before, { events: tracked.events })
  return changeShipment(unit, before, {
    ...after,
    ...(await renameCarrier(db, unit, before, tracked)),
    promisedBy: tracked.promisedBy ?? before.promisedBy,
    ...proveDelivery(before, after, tracked.signedBy),
  })
}
