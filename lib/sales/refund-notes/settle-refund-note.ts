import type { OrderNote, OrderNotes } from '../../connectors/fulfilments/order-note.ts'
import { returnUri } from '../../fulfilment/returns/return.ts'
import type { Caller } from '../../platform/effects/run-effect.ts'
import { addUnderLease } from '../../platform/effects/under-lease.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import type { StoredOrder } from '../orders/order.ts'
import { planNextAttempt } from '../runs/hold-for-channel.ts'
import type { RunFailure } from '../runs/run-failure.ts'
import { type Attempt, closeSingleRun, keepSingleRunOpen } from '../runs/single-run.ts'
import { buildFailedRecord, buildRecord, type NewSyncRecord } from '../runs/sync-record.ts'
import { digestNote, REFUND_NOTE_RUN, type StoredRefundNote } from './refund-note.ts'
import { putRefundNote } from './refund-note-store.ts'

/** The note of a return, and the order in whose shop it is written. */
export interface NoteSubject {
  tenant: Id
  returnId: Id
  order: StoredOrder
  channel: StoredChannel
  notes: OrderNotes
  note: OrderNote
  /** True if it is written even if nothing has changed. */
  isForced: boolean
}

/** A worker that has the note of a return. */
export type NoteCaller = Caller<NoteSubject, StoredRefundNote>

/** Stores the note and gives up the lease. */
export const putSettledNote = (unit: Unit, { tenant, by, subject }: NoteCaller, note: StoredRefundNote): void => {
  const { order, returnId } = subject
  addUnderLease(unit, putRefundNote(tenant, { orderId: order.id, returnId }, note, by))
}

const describeRun = ({ app, known, subject: { channel, order, returnId } }: NoteCaller) => ({
  ...{ app, channel, runId: known.runId },
  names: { type: REFUND_NOTE_RUN, orderId: order.id, returnId },
})

const describeEnd = ({ order, returnId }: NoteSubject, attempt: Attempt, failure?: RunFailure): NewSyncRecord => {
  const [externalId = null] = 'published' in attempt ? attempt.externalIds : []
  const resourceUri = returnUri(returnId)
  const subject = { kind: 'return', externalId: externalId?.slice(0, 255) ?? null, resourceUri, label: order.number }
  if (failure) return buildFailedRecord(subject, failure.errorCode, failure.errorMessage)
  return buildRecord(subject, 'published' in attempt ? attempt.published : 'unchanged')
}

/** Stores what became of an attempt: the note, its run with a record, and the next attempt if there is one. */
export const settleRefundNote = async (unit: Unit, caller: NoteCaller, attempt: Attempt): Promise<void> => {
  const { known, subject } = caller
  const { failure, tries, next } = planNextAttempt(attempt, known.tries, unit.now)
  if (failure && next) {
    const { order, returnId } = subject
    const runId = await keepSingleRunOpen(unit, describeRun(caller), failure)
    putSettledNote(unit, caller, { ...known, status: 'waiting', tries, nextAttemptAt: next.toISOString(), runId })
    return unit.schedule('sales.refunds.note', { tenant: unit.tenant, orderId: order.id, returnId }, next)
  }
  await closeSingleRun(unit, describeRun(caller), describeEnd(subject, attempt, failure), attempt)
  unit.timelines.add(unit.tenant, subject.order.id, {
    step: failure ? 'shop.refund_failed' : 'shop.refund_noted',
    uri: returnUri(subject.returnId),
    details: { code: failure?.errorCode ?? null },
  })
  putSettledNote(unit, caller, {
    ...known,
    ...(failure ? { status: 'failed' } : { status: 'written' }),
    externalIds: 'published' in attempt ? attempt.externalIds : known.externalIds,
    tries,
    nextAttemptAt: null,
    settled: digestNote(subject.note),
    runId: null,
  })
}
