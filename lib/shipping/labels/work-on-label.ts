import {
  type CustodianConnector,
  CustodianError,
  type CustodianSystem,
  type Label,
} from '../../custodians/custodian-connector.ts'
import { EMPTY_ADDRESS } from '../../platform/addresses/empty-address.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { unavailable } from '../../platform/problem.ts'
import { computeFreeEnd } from '../../platform/store/table/lease.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { readCustodian } from '../../warehousing/require-custodian.ts'
import { changeShipment, renameCarrier } from '../shipments/change-shipment.ts'
import { findShipment } from '../shipments/find-shipments.ts'
import type { BoughtLabel, StoredLabel, StoredShipment } from '../shipments/shipment.ts'
import { addLabelFile } from './add-label-file.ts'
import { fitParcel } from './fit-parcel.ts'
import { findNextLook, isAwaited, LABEL_MOVES, NEW_STEP } from './label.ts'

/** A shipment whose label is awaited. */
type Labelled = StoredShipment & { label: BoughtLabel }

interface Task {
  tenant: Id
  shipmentId: Id
}

type Open = (
  app: App,
  tenant: Id,
  custodian: StoredCustodian,
) => Promise<{ connector: CustodianConnector; system: CustodianSystem }>

type Change = (unit: Unit, shipment: Labelled) => Promise<unknown>

const LEASE_MS = 60_000
/** Pauses between attempts; an answer that was lost is looked up in each. */
const PAUSES_MINUTES = [1, 2, 5, 15, 60, 180, 360] as const
/** An answer that is decided later, such as a refund, is asked for this often. */
const DECISION_HOURS = 12
const MAX_ATTEMPTS = 30
const CANCELLED = 'The shipment was cancelled before the label was bought.'
const UNSURE = 'It is not known whether the label was bought. Request it again to look it up.'

/** Changes the label if it is still awaited; returns undefined if it is not. */
const changeAwaited = async (app: App, { tenant, shipmentId }: Task, change: Change) =>
  await runInUnit(app.db, { tenant, actor: null, now: app.clock() }, async (unit) => {
    const shipment = await findShipment(app.db, tenant, shipmentId)
    if (!shipment?.label || !isAwaited(shipment.label)) return undefined
    await change(unit, shipment as Labelled)
    return shipment as Labelled
  })

const setLabel = async (unit: Unit, shipment: Labelled, changes: Partial<StoredLabel>) =>
  changeShipment(unit, shipment, { label: { ...shipment.label, ...changes } })

/** Stores the intent to call the system. Two workers with the same message do not both get the lease. */
const beginAttempt = (app: App, task: Task) =>
  changeAwaited(app, task, async (unit, shipment) => {
    const { leasedUntil, attempts } = shipment.label
    if (leasedUntil && leasedUntil > computeFreeEnd(unit.now, LEASE_MS).toISOString())
      throw unavailable('Another worker is at this label.')
    const until = new Date(unit.now.getTime() + LEASE_MS).toISOString()
    await setLabel(unit, shipment, { attempts: attempts + 1, leasedUntil: until })
  })

const retryLater = (app: App, task: Task, message: string | null, afterMs: number) =>
  changeAwaited(app, task, async (unit, shipment) => {
    await setLabel(unit, shipment, { message, leasedUntil: null })
    unit.schedule('shipping.labels.work', task, new Date(unit.now.getTime() + afterMs))
  })

/** Leaves an offer as it is, because another one could be a second purchase. */
const leaveOffer = (app: App, task: Task) =>
  changeAwaited(app, task, (unit, shipment) => setLabel(unit, shipment, { message: UNSURE, leasedUntil: null }))

const giveUp = (app: App, task: Task, message: string) =>
  changeAwaited(app, task, async (unit, shipment) => {
    const { status } = shipment.label
    const action = status === 'voiding' ? 'refuse_void' : 'fail'
    await setLabel(unit, shipment, { ...NEW_STEP, status: move(LABEL_MOVES, 'label', status, action), message })
  })

/** Records what was bought, with the file, since links to it end. Nobody needs the label of a parcel that ended meanwhile. */
const recordLabel = (app: App, task: Task, label: Label) =>
  changeAwaited(app, task, async (unit, shipment) => {
    const { id, service } = shipment
    const document = await addLabelFile(app, unit, id, label)
    const isUnwanted = shipment.status === 'cancelled'
    const paid = move(LABEL_MOVES, 'label', shipment.label.status, 'buy')
    const status = isUnwanted ? move(LABEL_MOVES, 'label', paid, 'void') : paid
    const bought = { ...NEW_STEP, status, documentId: document.id, boughtAt: unit.now.toISOString() }
    const named = await renameCarrier(app.db, unit, shipment, label)
    changeShipment(unit, shipment, {
      ...named,
      service: label.service ?? service,
      label: { ...shipment.label, ...bought },
    })
    if (isUnwanted) unit.schedule('shipping.labels.work', task)
    else unit.schedule('shipping.parcels.track', task, findNextLook(unit.now))
  })

/** A failed look-up of any kind leaves it unknown whether the label was bought. */
const keepUnclear = (error: unknown): never => {
  if (!(error instanceof CustodianError) || error.isUnclear) throw error
  const { code, message, retryAfterSeconds } = error
  throw new CustodianError(code, message, { isUnclear: true, retryAfterSeconds, cause: error })
}

const buy = async (app: App, task: Task, labels: Labels, system: CustodianSystem, { label, ...parcel }: Labelled) => {
  if (parcel.status === 'cancelled' && label.status === 'requested') return void (await giveUp(app, task, CANCELLED))
  let { remoteId, rateId } = label
  if (remoteId === null || rateId === null) {
    const { asked } = label
    const { from, to } = fitParcel(labels, { ...asked, to: parcel.deliveryAddress ?? EMPTY_ADDRESS })
    const offer = await labels.offer(system, { ...asked, from, to, reference: parcel.id })
    ;({ remoteId, rateId } = offer)
    const stored = await changeAwaited(app, task, async (unit, shipment) => {
      const status = move(LABEL_MOVES, 'label', shipment.label.status, 'offer')
      await setLabel(unit, shipment, { status, remoteId, rateId, price: offer.price })
    })
    if (!stored) return
    if (stored.status === 'cancelled') return void (await giveUp(app, task, CANCELLED))
  } else {
    // An earlier attempt may have bought it, so it is looked up first.
    const found = await labels.find(system, remoteId, label.format).catch(keepUnclear)
    if (found) {
      await recordLabel(app, task, found)
      return
    }
    if (parcel.status === 'cancelled') return void (await giveUp(app, task, CANCELLED))
  }
  await recordLabel(app, task, await labels.buy(system, { remoteId, rateId }, label.format))
}

const askForRefund = async (app: App, task: Task, labels: Labels, system: CustodianSystem, { label }: Labelled) => {
  const answer = await labels.void(system, label.remoteId ?? '')
  if (answer.answer === 'refused') await giveUp(app, task, answer.reason)
  else if (answer.answer === 'pending') await retryLater(app, task, null, DECISION_HOURS * 3600_000)
  else
    await changeAwaited(app, task, async (unit, shipment) => {
      const status = move(LABEL_MOVES, 'label', shipment.label.status, 'confirm_void')
      await setLabel(unit, shipment, { ...NEW_STEP, status })
    })
}

type Labels = NonNullable<CustodianConnector['labels']>

const RETRIED: readonly CustodianError['code'][] = ['UNAVAILABLE', 'RATE_LIMITED']

const recordFailure = async (app: App, task: Task, error: CustodianError, attempts: number) => {
  const isOpen = error.isUnclear || RETRIED.includes(error.code)
  if (!isOpen) return await giveUp(app, task, error.message)
  const minutes = PAUSES_MINUTES[attempts]
  if (minutes !== undefined) {
    const pauseMs = Math.max(minutes * 60_000, (error.retryAfterSeconds ?? 0) * 1000)
    return await retryLater(app, task, error.message, pauseMs)
  }
  if (!error.isUnclear) return await giveUp(app, task, error.message)
  return await leaveOffer(app, task)
}

/** Does the next step for a label: chooses an offer and buys it, or asks for its money back. May run any number of times. */
export const workOnLabel = async (app: App, task: Task, open: Open): Promise<void> => {
  const shipment = await beginAttempt(app, task)
  if (!shipment) return
  const { label } = shipment
  const custodian = await readCustodian(app.db, task.tenant, label.custodianId)
  const refusal = label.attempts >= MAX_ATTEMPTS ? 'The provider did not answer.' : 'The custodian is not active.'
  if (custodian?.status !== 'active' || label.attempts >= MAX_ATTEMPTS) {
    await (label.status === 'offered' ? leaveOffer(app, task) : giveUp(app, task, refusal))
    return
  }
  try {
    const { connector, system } = await open(app, task.tenant, custodian)
    if (!connector.labels) throw new CustodianError('INVALID_CONFIG', 'The custodian has no system for labels.')
    if (label.status === 'voiding') await askForRefund(app, task, connector.labels, system, shipment)
    else await buy(app, task, connector.labels, system, shipment)
  } catch (error) {
    if (!(error instanceof CustodianError)) throw error
    await recordFailure(app, task, error, label.attempts)
  }
}
