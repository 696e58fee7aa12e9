import { ConnectorError } from '../../connectors/connector.ts'
import { returnUri } from '../../fulfilment/returns/return.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import type { StoredOrder } from '../orders/order.ts'
import type { RunFailure } from '../runs/run-failure.ts'
import { addUnderLease, type Holder } from '../runs/run-under-lease.ts'
import { type Attempt, closeSingleRun, findFailure, keepSingleRunOpen } from '../runs/single-run.ts'
import { buildFailedRecord, buildRecord, type NewSyncRecord } from '../runs/sync-record.ts'
import { computeNextAttempt } from '../shipments/publication.ts'
import { REFUND_NOTE_RUN, type StoredRefundNote } from './refund-note.ts'
import { putRefundNote } from './refund-note-store.ts'

/** A worker that has the note of a return. */
export interface NoteHolder extends Holder {
  readonly returnId: Id
  readonly order: StoredOrder
  readonly channel: StoredChannel
  readonly known: StoredRefundNote
}

/** Stores the note and gives up the lease. */
export const putSettledNote = (unit: Unit, { tenant, order, returnId, by }: NoteHolder, note: StoredRefundNote): void =>
  addUnderLease(unit, putRefundNote(tenant, { orderId: order.id, returnId }, note, by))

const describeRun = ({ app, channel, order, returnId, known }: NoteHolder) => ({
  ...{ app, channel, runId: known.runId },
  names: { type: REFUND_NOTE_RUN, orderId: order.id, returnId },
})

const describeEnd = ({ order, returnId }: NoteHolder, attempt: Attempt, failure?: RunFailure): NewSyncRecord => {
  const [externalId = null] = 'published' in attempt ? attempt.externalIds : []
  const resourceUri = returnUri(returnId)
  const subject = { kind: 'return', externalId: externalId?.slice(0, 255) ?? null, resourceUri, label: order.number }
  if (failure) return buildFailedRecord(subject, failure.errorCode, failure.errorMessage)
  return buildRecord(subject, 'published' in attempt ? attempt.published : 'unchanged')
}

/** Stores what became of an attempt: the note, its run with a record, and the next attempt if there is one. */
export const settleRefundNote = async (
  unit: Unit,
  holder: NoteHolder,
  attempt: Attempt,
  digest: string,
): Promise<void> => {
  const { known, order, returnId } = holder
  const found = findFailure(attempt)
  const tries = found ? known.tries + 1 : 0
  const retryAfter = attempt instanceof ConnectorError ? attempt.retryAfterSeconds : undefined
  const next = found?.mayRetry ? computeNextAttempt(tries, retryAfter, unit.now) : undefined
  if (found && next) {
    const runId = await keepSingleRunOpen(unit, describeRun(holder), found.failure)
    putSettledNote(unit, holder, { ...known, status: 'waiting', tries, nextAttemptAt: next.toISOString(), runId })
    return unit.schedule('sales.refunds.note', { tenant: unit.tenant, orderId: order.id, returnId }, next)
  }
  await closeSingleRun(unit, describeRun(holder), describeEnd(holder, attempt, found?.failure), attempt)
  unit.timelines.add(unit.tenant, order.id, {
    step: found ? 'shop.refund_failed' : 'shop.refund_noted',
    uri: returnUri(returnId),
    details: { code: found?.failure.errorCode ?? null },
  })
  putSettledNote(unit, holder, {
    ...known,
    ...(found ? { status: 'failed' } : { status: 'written' }),
    externalIds: 'published' in attempt ? attempt.externalIds : known.externalIds,
    tries,
    nextAttemptAt: null,
    settled: digest,
    runId: null,
  })
}
