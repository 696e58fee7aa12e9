import type { CustodianError, Label } from '../../custodians/custodian-connector.ts'
import type { App } from '../../platform/app/app.ts'
import { computeRetryTime } from '../../platform/back-off/compute-retry-time.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeShipment, renameCarrier } from '../shipments/change-shipment.ts'
import type { BoughtLabel, StoredLabel, StoredShipment } from '../shipments/shipment.ts'
import { addLabelFile } from './add-label-file.ts'
import { findNextLook, LABEL_MOVES, NEW_STEP } from './label.ts'

/** A shipment whose label is awaited. */
export type Labelled = StoredShipment & { label: BoughtLabel }

/** Stores what became of a label. */
export type LabelStep = (unit: Unit, shipment: Labelled) => unknown

const BACK_OFF = { firstMs: 60_000, maxMs: 6 * 3_600_000, factor: 3 }
/** Failed calls in a row after which the label is left to people; they are made within some twelve hours. */
const MAX_FAILURES = 7
/** An answer that is decided later, such as a refund, is asked for this often. */
const DECISION_MS = 12 * 3_600_000
const UNSURE = 'It is not known whether the label was bought. Request it again to look it up.'
const RETRIED: readonly CustodianError['code'][] = ['UNAVAILABLE', 'RATE_LIMITED']

export const setLabel = (unit: Unit, shipment: Labelled, changes: Partial<StoredLabel>): StoredShipment =>
  changeShipment(unit, shipment, { label: { ...shipment.label, ...changes } })

/** Leaves an offer as it is, because another one could be a second purchase. */
export const leaveOffer: LabelStep = (unit, shipment) => setLabel(unit, shipment, { message: UNSURE })

/** Ends the present step without a label, or with the label that could not be voided. */
export const giveUp =
  (message: string): LabelStep =>
  (unit, shipment) => {
    const { status } = shipment.label
    const action = status === 'voiding' ? 'refuse_void' : 'fail'
    return setLabel(unit, shipment, { ...NEW_STEP, status: move(LABEL_MOVES, 'label', status, action), message })
  }

/** Records what was bought, with the file, since links to it end. Nobody needs the label of a parcel that ended meanwhile. */
export const recordLabel =
  (app: App, label: Label): LabelStep =>
  async (unit, shipment) => {
    const { id, service, status: parcelStatus } = shipment
    const document = await addLabelFile(app, unit, id, label)
    const isUnwanted = parcelStatus === 'cancelled'
    const paid = move(LABEL_MOVES, 'label', shipment.label.status, 'buy')
    const status = isUnwanted ? move(LABEL_MOVES, 'label', paid, 'void') : paid
    const bought = { ...NEW_STEP, status, documentId: document.id, boughtAt: unit.now.toISOString() }
    const named = await renameCarrier(app.db, unit, shipment, label)
    const changed = { ...named, service: label.service ?? service, label: { ...shipment.label, ...bought } }
    changeShipment(unit, shipment, changed)
    const task = { tenant: unit.tenant, shipmentId: id }
    if (isUnwanted) unit.schedule('shipping.labels.work', task)
    else unit.schedule('shipping.parcels.track', task, findNextLook(unit.now))
  }

const tryLater = (unit: Unit, shipment: Labelled, message: string | null, at: Date) => {
  setLabel(unit, shipment, { message })
  unit.schedule('shipping.labels.work', { tenant: unit.tenant, shipmentId: shipment.id }, at)
}

export const awaitDecision: LabelStep = (unit, shipment) =>
  tryLater(unit, shipment, null, new Date(unit.now.getTime() + DECISION_MS))

export const confirmVoid: LabelStep = (unit, shipment) =>
  setLabel(unit, shipment, { ...NEW_STEP, status: move(LABEL_MOVES, 'label', shipment.label.status, 'confirm_void') })

export const recordFailure =
  (error: CustodianError, isUnclear: boolean): LabelStep =>
  (unit, shipment) => {
    const { attempts } = shipment.label
    const mayRetry = isUnclear || RETRIED.includes(error.code)
    if (mayRetry && attempts <= MAX_FAILURES)
      return tryLater(
        unit,
        shipment,
        error.message,
        computeRetryTime(unit.now, attempts, BACK_OFF, error.retryAfterSeconds),
      )
    return isUnclear ? leaveOffer(unit, shipment) : giveUp(error.message)(unit, shipment)
  }
