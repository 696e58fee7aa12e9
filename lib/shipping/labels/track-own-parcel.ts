import { CustodianError, type TrackedParcel } from '../../custodians/custodian-connector.ts'
import { openCustodian } from '../../custodians/open-custodian.ts'
import type { App } from '../../platform/app/app.ts'
import { TaskPostponed } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { readCustodian } from '../../warehousing/require-custodian.ts'
import { findShipment } from '../shipments/find-shipments.ts'
import { recordTrackedParcel } from '../shipments/record-tracked-parcel.ts'
import { type BoughtLabel, canMove, type StoredShipment } from '../shipments/shipment.ts'
import { findNextLook } from './label.ts'

const DAY_MS = 86_400_000
/** A parcel that has not arrived by then is no longer asked for. */
const MAX_TRACKED_DAYS = 60

type Tracked = StoredShipment & { label: BoughtLabel; trackingNumber: string }

const isTracked = (shipment: StoredShipment | undefined, now: Date): shipment is Tracked => {
  const { label, trackingNumber } = shipment ?? {}
  if (!shipment || !label?.boughtAt || !label.custodianId || !trackingNumber || !canMove(shipment)) return false
  const isKept = label.status === 'bought' || label.status === 'voiding'
  return isKept && now.getTime() - Date.parse(label.boughtAt) < MAX_TRACKED_DAYS * DAY_MS
}

/** Asks the system that sold the label; undefined if it cannot be asked now. */
const ask = async (app: App, tenant: Id, { label, trackingNumber }: Tracked): Promise<TrackedParcel | undefined> => {
  const custodian = await readCustodian(app.db, tenant, label.custodianId)
  if (custodian?.status !== 'active') return undefined
  try {
    const { connector, system } = await openCustodian(app, tenant, custodian)
    // Without a carrier the system finds its own label, while our name of the carrier may not be the system's.
    return await connector.labels?.track(system, { carrier: null, trackingNumber })
  } catch (error) {
    if (error instanceof CustodianError) return undefined
    throw error
  }
}

/** Reads where a parcel with a label of ours is, so that what a lost webhook told is found; again until it has arrived. */
export const trackOwnParcel = async (
  app: App,
  { tenant, shipmentId }: { tenant: Id; shipmentId: Id },
  now: Date,
): Promise<void> => {
  const shipment = await findShipment(app.db, tenant, shipmentId)
  if (!isTracked(shipment, now)) return
  const parcel = await ask(app, tenant, shipment)
  const { custodianId, remoteId } = shipment.label
  const after =
    parcel &&
    (await runInUnit(app.db, { tenant, actor: null, now }, (unit) =>
      recordTrackedParcel(app.db, unit, custodianId, { ...parcel, remoteId }),
    ))
  if (!after || canMove(after)) throw new TaskPostponed(findNextLook(now))
}
