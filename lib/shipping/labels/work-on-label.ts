import {
  type CustodianConnector,
  CustodianError,
  type CustodianSystem,
  type Label,
} from '../../custodians/custodian-connector.ts'
import { EMPTY_ADDRESS } from '../../platform/addresses/empty-address.ts'
import type { App } from '../../platform/app/app.ts'
import { computeRetryTime } from '../../platform/back-off/compute-retry-time.ts'
import { createOwnLease } from '../../platform/effects/own-lease.ts'
import {
  type Caller,
  type DueCall,
  type Effect,
  NOTHING_DUE,
  type NoCall,
  runEffect,
} from '../../platform/effects/run-effect.ts'
import { addUnderLease, write } from '../../platform/effects/under-lease.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'
import { readCustodian } from '../../warehousing/require-custodian.ts'
import { changeShipment, renameCarrier } from '../shipments/change-shipment.ts'
import { findShipment } from '../shipments/find-shipments.ts'
import type { BoughtLabel, StoredLabel, StoredShipment } from '../shipments/shipment.ts'
import { addLabelFile } from './add-label-file.ts'
import { fitParcel } from './fit-parcel.ts'
import { findNextLook, isAwaited, LABEL_MOVES, NEW_STEP } from './label.ts'

// Lease of a label's calls:  T#<tenant>#label-call / <shipment>

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

type Subject = Task & { open: Open }
type LabelCaller = Caller<Subject, object>
type Labels = NonNullable<CustodianConnector['labels']>

type Answer =
  | { bought: Label }
  | { voiding: 'accepted' | 'pending' }
  /** The label is not bought or not voided any more. */
  | { ended: string }

const BACK_OFF = { firstMs: 60_000, maxMs: 6 * 3_600_000, factor: 3 }
/** Failed calls in a row after which the label is left to people; they are made within some twelve hours. */
const MAX_FAILURES = 7
/** An answer that is decided later, such as a refund, is asked for this often. */
const DECISION_HOURS = 12
const MAX_ATTEMPTS = 30
const CANCELLED = 'The shipment was cancelled before the label was bought.'
const UNSURE = 'It is not known whether the label was bought. Request it again to look it up.'

const lease = createOwnLease<Subject>('label-call', ({ tenant, shipmentId: id }) => ({ tenant, id }))

/** Changes the label if it is still awaited; returns undefined if it is not. */
const changeAwaited = async (
  { app, tenant, subject }: LabelCaller,
  change: (shipment: Labelled) => unknown,
): Promise<Labelled | undefined> => {
  const shipment = await findShipment(app.db, tenant, subject.shipmentId)
  if (!shipment?.label || !isAwaited(shipment.label)) return undefined
  await change(shipment as Labelled)
  return shipment as Labelled
}

const setLabel = (unit: Unit, shipment: Labelled, changes: Partial<StoredLabel>) =>
  changeShipment(unit, shipment, { label: { ...shipment.label, ...changes } })

/** Counts the call before it is made, so that one which kills its workers ends, too. */
const beginAttempt = (caller: LabelCaller) =>
  write(caller, (unit) =>
    changeAwaited(caller, (shipment) => setLabel(unit, shipment, { attempts: shipment.label.attempts + 1 })),
  )

const storeOffer = (caller: LabelCaller, offer: Pick<StoredLabel, 'remoteId' | 'rateId' | 'price'>) =>
  write(caller, (unit) =>
    changeAwaited(caller, (shipment) => {
      const status = move(LABEL_MOVES, 'label', shipment.label.status, 'offer')
      return setLabel(unit, shipment, { status, ...offer })
    }),
  )

/** Leaves an offer as it is, because another one could be a second purchase. */
const leaveOffer = (unit: Unit, shipment: Labelled) => setLabel(unit, shipment, { message: UNSURE })

/** Ends the present step without a label, or with the label that could not be voided. */
const giveUp = (unit: Unit, shipment: Labelled, message: string) => {
  const { status } = shipment.label
  const action = status === 'voiding' ? 'refuse_void' : 'fail'
  return setLabel(unit, shipment, { ...NEW_STEP, status: move(LABEL_MOVES, 'label', status, action), message })
}

/** Records what was bought, with the file, since links to it end. Nobody needs the label of a parcel that ended meanwhile. */
const recordLabel = async (app: App, unit: Unit, shipment: Labelled, label: Label) => {
  const { id, service, status: parcelStatus } = shipment
  const document = await addLabelFile(app, unit, id, label)
  const isUnwanted = parcelStatus === 'cancelled'
  const paid = move(LABEL_MOVES, 'label', shipment.label.status, 'buy')
  const status = isUnwanted ? move(LABEL_MOVES, 'label', paid, 'void') : paid
  const bought = { ...NEW_STEP, status, documentId: document.id, boughtAt: unit.now.toISOString() }
  const named = await renameCarrier(app.db, unit, shipment, label)
  changeShipment(unit, shipment, {
    ...named,
    service: label.service ?? service,
    label: { ...shipment.label, ...bought },
  })
  const task = { tenant: unit.tenant, shipmentId: id }
  if (isUnwanted) unit.schedule('shipping.labels.work', task)
  else unit.schedule('shipping.parcels.track', task, findNextLook(unit.now))
}

const tryLater = (unit: Unit, shipment: Labelled, message: string | null, at: Date) => {
  setLabel(unit, shipment, { message })
  unit.schedule('shipping.labels.work', { tenant: unit.tenant, shipmentId: shipment.id }, at)
}

const record = (app: App, unit: Unit, shipment: Labelled, answer: Answer) => {
  if ('bought' in answer) return recordLabel(app, unit, shipment, answer.bought)
  if ('ended' in answer) return giveUp(unit, shipment, answer.ended)
  if (answer.voiding === 'pending')
    return tryLater(unit, shipment, null, new Date(unit.now.getTime() + DECISION_HOURS * 3_600_000))
  const status = move(LABEL_MOVES, 'label', shipment.label.status, 'confirm_void')
  return setLabel(unit, shipment, { ...NEW_STEP, status })
}

const RETRIED: readonly CustodianError['code'][] = ['UNAVAILABLE', 'RATE_LIMITED']

/** A failed look-up of any kind leaves it unknown whether the label was bought. */
const recordFailure = (unit: Unit, shipment: Labelled, error: CustodianError, isUnclear: boolean) => {
  const { attempts } = shipment.label
  if (!isUnclear && !RETRIED.includes(error.code)) return giveUp(unit, shipment, error.message)
  if (attempts <= MAX_FAILURES) {
    const at = computeRetryTime(unit.now, attempts, BACK_OFF, error.retryAfterSeconds)
    return tryLater(unit, shipment, error.message, at)
  }
  return isUnclear ? leaveOffer(unit, shipment) : giveUp(unit, shipment, error.message)
}

/** Ends the work on a label without a call. */
const stop = (caller: LabelCaller, change: (unit: Unit, shipment: Labelled) => unknown): NoCall => ({
  async store(unit) {
    await changeAwaited(caller, (shipment) => change(unit, shipment))
    addUnderLease(unit, lease.release(caller.subject, caller.by))
  },
})

const stopForCancelled = (caller: LabelCaller) => stop(caller, (unit, shipment) => giveUp(unit, shipment, CANCELLED))

const askForRefund = async (labels: Labels, system: CustodianSystem, { remoteId }: StoredLabel): Promise<Answer> => {
  const answer = await labels.void(system, remoteId ?? '')
  return answer.answer === 'refused' ? { ended: answer.reason } : { voiding: answer.answer }
}

/** Buys what was offered; an earlier attempt may have bought it, so it is looked up first. */
const preparePurchase = async (
  caller: LabelCaller,
  labels: Labels,
  system: CustodianSystem,
  { label, ...parcel }: Labelled,
): Promise<DueCall<Answer, undefined> | NoCall> => {
  const buy = async (offer: { remoteId: string; rateId: string }) => ({
    bought: await labels.buy(system, offer, label.format),
  })
  const { remoteId, rateId, asked } = label
  if (remoteId !== null && rateId !== null)
    return {
      intent: undefined,
      async find() {
        const bought = await labels.find(system, remoteId, label.format)
        return bought && { bought }
      },
      make: async () => (parcel.status === 'cancelled' ? { ended: CANCELLED } : await buy({ remoteId, rateId })),
    }
  if (parcel.status === 'cancelled') return stopForCancelled(caller)
  const { from, to } = fitParcel(labels, { ...asked, to: parcel.deliveryAddress ?? EMPTY_ADDRESS })
  const offer = await labels.offer(system, { ...asked, from, to, reference: parcel.id })
  const stored = await storeOffer(caller, { remoteId: offer.remoteId, rateId: offer.rateId, price: offer.price })
  if (!stored) return NOTHING_DUE
  return stored.status === 'cancelled' ? stopForCancelled(caller) : { intent: undefined, make: () => buy(offer) }
}

const labelling: Effect<Subject, object, Answer, CustodianError> = {
  lease,
  async prepare(caller) {
    const { app, tenant, subject } = caller
    const shipment = await beginAttempt(caller)
    if (!shipment) return NOTHING_DUE
    const { label } = shipment
    const custodian = await readCustodian(app.db, tenant, label.custodianId)
    if (custodian?.status !== 'active' || label.attempts >= MAX_ATTEMPTS) {
      const refusal = label.attempts >= MAX_ATTEMPTS ? 'The provider did not answer.' : 'The custodian is not active.'
      return stop(caller, label.status === 'offered' ? leaveOffer : (...given) => giveUp(...given, refusal))
    }
    const { connector, system } = await subject.open(app, tenant, custodian)
    const { labels } = connector
    if (!labels) throw new CustodianError('INVALID_CONFIG', 'The custodian has no system for labels.')
    if (label.status !== 'voiding') return await preparePurchase(caller, labels, system, shipment)
    return { intent: undefined, make: () => askForRefund(labels, system, label) }
  },
  isFailure: (error) => error instanceof CustodianError,
  async settle(unit, caller, outcome) {
    await changeAwaited(caller, (shipment) =>
      'answer' in outcome
        ? record(caller.app, unit, shipment, outcome.answer)
        : recordFailure(unit, shipment, outcome.error, outcome.error.isUnclear || outcome.at === 'find'),
    )
    addUnderLease(unit, lease.release(caller.subject, caller.by))
    return undefined
  },
}

/** Does the next step for a label: chooses an offer and buys it, or asks for its money back. May run any number of times. */
export const workOnLabel = (app: App, task: Task, open: Open): Promise<void> =>
  runEffect(app, labelling, { ...task, open }, app.clock())
