import { type CustodianConnector, CustodianError, type CustodianSystem } from '../../custodians/custodian-connector.ts'
import { EMPTY_ADDRESS } from '../../platform/addresses/empty-address.ts'
import type { App } from '../../platform/app/app.ts'
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
import { findShipment } from '../shipments/find-shipments.ts'
import { fitParcel } from './fit-parcel.ts'
import { isAwaited, LABEL_MOVES } from './label.ts'
import {
  awaitDecision,
  confirmVoid,
  giveUp,
  type Labelled,
  type LabelStep,
  leaveOffer,
  recordFailure,
  recordLabel,
  setLabel,
} from './label-step.ts'

// Lease of a label's calls:  T#<tenant>#label-call / <shipment>

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

const MAX_ATTEMPTS = 30
const stopForCancelled = giveUp('The shipment was cancelled before the label was bought.')

const lease = createOwnLease<Subject>('label-call', ({ tenant, shipmentId: id }) => ({ tenant, id }))

/** Takes a step if the label is still awaited; returns undefined if it is not. */
const takeStep = async (unit: Unit, { app, tenant, subject }: LabelCaller, step: LabelStep) => {
  const found = await findShipment(app.db, tenant, subject.shipmentId)
  if (!found?.label || !isAwaited(found.label)) return undefined
  const shipment = found as Labelled
  await step(unit, shipment)
  return shipment
}

/** Takes the last step of a call, and ends the lease. */
const end = async (unit: Unit, caller: LabelCaller, step: LabelStep): Promise<void> => {
  await takeStep(unit, caller, step)
  addUnderLease(unit, lease.release(caller.subject, caller.by))
}

const stop = (caller: LabelCaller, step: LabelStep): NoCall => ({ store: (unit) => end(unit, caller, step) })

/** Counts the call before it is made, so that one which kills its workers ends, too. */
const countAttempt: LabelStep = (unit, shipment) => setLabel(unit, shipment, { attempts: shipment.label.attempts + 1 })

/** Buys what was offered; an earlier attempt may have bought it, so it is looked up first. */
const preparePurchase = async (
  caller: LabelCaller,
  labels: Labels,
  system: CustodianSystem,
  { label, ...parcel }: Labelled,
): Promise<DueCall<LabelStep, undefined> | NoCall> => {
  const { app } = caller
  const { remoteId, rateId, asked, format } = label
  const isCancelled = parcel.status === 'cancelled'
  if (remoteId !== null && rateId !== null)
    return {
      intent: undefined,
      async find() {
        const bought = await labels.find(system, remoteId, format)
        return bought && recordLabel(app, bought)
      },
      make: async () =>
        isCancelled ? stopForCancelled : recordLabel(app, await labels.buy(system, { remoteId, rateId }, format)),
    }
  if (isCancelled) return stop(caller, stopForCancelled)
  const { from, to } = fitParcel(labels, { ...asked, to: parcel.deliveryAddress ?? EMPTY_ADDRESS })
  const { price, ...offer } = await labels.offer(system, { ...asked, from, to, reference: parcel.id })
  const stored = await write(caller, (unit) =>
    takeStep(unit, caller, (_, shipment) => {
      const status = move(LABEL_MOVES, 'label', shipment.label.status, 'offer')
      return setLabel(unit, shipment, { status, price, remoteId: offer.remoteId, rateId: offer.rateId })
    }),
  )
  if (!stored) return NOTHING_DUE
  if (stored.status === 'cancelled') return stop(caller, stopForCancelled)
  return { intent: undefined, make: async () => recordLabel(app, await labels.buy(system, offer, format)) }
}

const askForRefund = async (labels: Labels, system: CustodianSystem, remoteId: string | null): Promise<LabelStep> => {
  const answer = await labels.void(system, remoteId ?? '')
  if (answer.answer === 'refused') return giveUp(answer.reason)
  return answer.answer === 'pending' ? awaitDecision : confirmVoid
}

/** A call answers with the step that stores its outcome. */
const labelling: Effect<Subject, object, LabelStep, CustodianError> = {
  lease,
  async prepare(caller) {
    const { app, tenant, subject } = caller
    const shipment = await write(caller, (unit) => takeStep(unit, caller, countAttempt))
    if (!shipment) return NOTHING_DUE
    const { label } = shipment
    const custodian = await readCustodian(app.db, tenant, label.custodianId)
    if (custodian?.status !== 'active' || label.attempts >= MAX_ATTEMPTS) {
      const refusal = label.attempts >= MAX_ATTEMPTS ? 'The provider did not answer.' : 'The custodian is not active.'
      return stop(caller, label.status === 'offered' ? leaveOffer : giveUp(refusal))
    }
    const { connector, system } = await subject.open(app, tenant, custodian)
    const { labels } = connector
    if (!labels) throw new CustodianError('INVALID_CONFIG', 'The custodian has no system for labels.')
    if (label.status !== 'voiding') return await preparePurchase(caller, labels, system, shipment)
    return { intent: undefined, make: () => askForRefund(labels, system, label.remoteId) }
  },
  isFailure: (error) => error instanceof CustodianError,
  async settle(unit, caller, outcome) {
    // A failed look-up of any kind leaves it unknown whether the label was bought.
    const step =
      'answer' in outcome
        ? outcome.answer
        : recordFailure(outcome.error, outcome.error.isUnclear || outcome.at === 'find')
    await end(unit, caller, step)
    return undefined
  },
}

/** Does the next step for a label: chooses an offer and buys it, or asks for its money back. May run any number of times. */
export const workOnLabel = (app: App, task: Task, open: Open): Promise<void> =>
  runEffect(app, labelling, { ...task, open }, app.clock())
