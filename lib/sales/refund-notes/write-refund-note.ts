import { randomUUID } from 'node:crypto'
import { ConnectorError } from '../../connectors/connector.ts'
import type { OrderNote, OrderNotes } from '../../connectors/fulfilments/order-note.ts'
import { getConnector } from '../../connectors/registry.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import { type TaskData, TaskPostponed } from '../../platform/events/outbox/task.ts'
import { LeaseLost } from '../../platform/store/table/lease.ts'
import { blockChannel } from '../channels/auth-block.ts'
import { openShop } from '../channels/channel-connection.ts'
import { channels, findChannel } from '../channels/channel-store.ts'
import { findOrder } from '../orders/order-store.ts'
import type { RunFailure } from '../runs/run-failure.ts'
import { addUnderLease, write } from '../runs/run-under-lease.ts'
import type { Attempt } from '../runs/single-run.ts'
import { mustHold, readOrderInShop } from '../shipments/read-order-in-shop.ts'
import { buildRefundNote, digestNote, type ReadRefund } from './refund-note.ts'
import { claimRefundNote, putHeldNote, releaseRefundNote } from './refund-note-store.ts'
import { type NoteHolder, putSettledNote, settleRefundNote } from './settle-refund-note.ts'

type Work = TaskData['sales.refunds.note']

/** Longer than the function may run, so that a worker whose lease has ended cannot call the shop any more. */
const LEASE_MS = 2 * 60_000
const BUSY_MS = 30_000

const DISCONNECTED: RunFailure = {
  errorCode: 'CHANNEL_DISCONNECTED',
  errorCategory: 'stopped',
  errorMessage: 'The channel is disconnected, so the shop does not hear of the refund.',
}

/** Finds what a note needs; undefined if no shop can show one. */
const findSubject = async (app: App, { tenant, orderId, returnId }: Work, readRefund: ReadRefund) => {
  const order = await findOrder(app.db, tenant, orderId)
  const channel = order && (await findChannel(app.db, tenant, order.channelId))
  const notes = channel && getConnector(channel.type).notes
  const refund = notes && (await readRefund(app, tenant, returnId))
  return refund && { order, channel, notes, note: buildRefundNote(returnId, refund) }
}

/** Keeps the note until the channel can be used; if it can be used again by now, the note is written at once. */
const hold = (holder: NoteHolder) =>
  write(holder, async (unit) => {
    const { app, tenant, channel, order, returnId } = holder
    const current = unit.isRerun ? await findChannel(app.db, tenant, channel.id) : channel
    const isHeld = current !== undefined && mustHold(current)
    putSettledNote(unit, holder, { ...holder.known, status: isHeld ? 'held' : 'waiting', nextAttemptAt: null })
    if (!isHeld) return unit.schedule('sales.refunds.note', { tenant, orderId: order.id, returnId, isForced: true })
    unit.add(putHeldNote(tenant, channel.id, { orderId: order.id, returnId }))
    // Fails if the channel changes at the same moment, since its release would miss this note.
    unit.require(channels, current)
  })

const askToWrite = async (holder: NoteHolder, notes: OrderNotes, note: OrderNote): Promise<Attempt> => {
  const { app, tenant, channel, order } = holder
  const orderInShop = await readOrderInShop(app, tenant, order)
  try {
    return await notes.write(await openShop(app, tenant, channel), orderInShop, note)
  } catch (error) {
    if (error instanceof ConnectorError) return error
    throw error
  }
}

const leave = (holder: NoteHolder) =>
  write(holder, async (unit) => addUnderLease(unit, releaseRefundNote(holder.tenant, holder.returnId, holder.by)))

const isUpToDate = ({ known }: NoteHolder, digest: string, now: Date) =>
  known.settled === digest || (known.nextAttemptAt !== null && now.toISOString() < known.nextAttemptAt)

const writeUnderLease = async (
  holder: NoteHolder,
  notes: OrderNotes,
  note: OrderNote,
  { isForced = false }: Work,
): Promise<void> => {
  const { app, channel } = holder
  const digest = digestNote(note)
  if (!isForced && isUpToDate(holder, digest, app.clock())) return await leave(holder)
  if (channel.status === 'disconnected')
    return await write(holder, (unit) => settleRefundNote(unit, holder, { stopped: DISCONNECTED }, digest))
  if (mustHold(channel)) return await hold(holder)
  const attempt = await askToWrite(holder, notes, note)
  await write(holder, (unit) => settleRefundNote(unit, holder, attempt, digest))
  if (attempt instanceof ConnectorError && attempt.code === 'AUTH_FAILED')
    await write(holder, (unit) => blockChannel(unit, channel, attempt))
}

/**
 * Notes the refund of a return at the order in its shop, or brings the note up to date. One worker at a time writes the note
 * of a return, and each attempt compares first, so that kills and lost answers double nothing. It moves no money.
 */
export const writeRefundNote = async (app: App, work: Work, now: Date, readRefund: ReadRefund): Promise<void> => {
  const { tenant, returnId, orderId } = work
  const subject = await findSubject(app, work, readRefund)
  if (!subject || (await findTenant(app.db, tenant))?.closedAt !== undefined) return
  const { order, channel, notes, note } = subject
  const claimant = { by: randomUUID(), now, until: new Date(now.getTime() + LEASE_MS) }
  const known = await claimRefundNote(app.db, tenant, { orderId, returnId }, claimant)
  const postponed = new TaskPostponed(new Date(now.getTime() + BUSY_MS))
  if (!known) throw postponed
  const holder: NoteHolder = { app, tenant, by: claimant.by, returnId, order, channel, known }
  try {
    await writeUnderLease(holder, notes, note, work)
  } catch (error) {
    throw error instanceof LeaseLost ? postponed : error
  }
}
