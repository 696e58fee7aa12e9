import { ConnectorError } from '../../connectors/connector.ts'
import type { PublicationOutcome } from '../../connectors/fulfilments/fulfilment.ts'
import { getConnector } from '../../connectors/registry.ts'
import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import { type Effect, type EffectLease, NOTHING_DUE, runEffect } from '../../platform/effects/run-effect.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { openShop } from '../channels/channel-connection.ts'
import { findChannel } from '../channels/channel-store.ts'
import { findOrder } from '../orders/order-store.ts'
import { blockRefused, explainDisconnected, holdForChannel, mustHold } from '../runs/hold-for-channel.ts'
import { readOrderInShop } from '../shipments/read-order-in-shop.ts'
import { buildRefundNote, digestNote, type ReadRefund, type StoredRefundNote } from './refund-note.ts'
import { claimRefundNote, putHeldNote, releaseRefundNote } from './refund-note-store.ts'
import { type NoteCaller, type NoteSubject, putSettledNote, settleRefundNote } from './settle-refund-note.ts'

type Work = TaskData['sales.refunds.note']

const lease: EffectLease<NoteSubject, StoredRefundNote> = {
  durationMs: 2 * 60_000,
  busyMs: 30_000,
  claim: (db, { tenant, order, returnId }, claimant) =>
    claimRefundNote(db, tenant, { orderId: order.id, returnId }, claimant),
  release: ({ tenant, returnId }, by) => releaseRefundNote(tenant, returnId, by),
}

/** Finds what a note needs; undefined if no shop can show one. */
const findSubject = async (
  app: App,
  { tenant, orderId, returnId, isForced = false }: Work,
  readRefund: ReadRefund,
): Promise<NoteSubject | undefined> => {
  const order = await findOrder(app.db, tenant, orderId)
  const channel = order && (await findChannel(app.db, tenant, order.channelId))
  const notes = channel && getConnector(channel.type).notes
  const refund = notes && (await readRefund(app, tenant, returnId))
  if (!refund || (await findTenant(app.db, tenant))?.closedAt !== undefined) return undefined
  return { tenant, returnId, order, channel, notes, note: buildRefundNote(returnId, refund), isForced }
}

/** Keeps the note until the channel can be used; if it can be used again by now, the note is written at once. */
const hold = (unit: Unit, caller: NoteCaller): Promise<void> => {
  const { app, tenant, known, subject } = caller
  const { channel, order, returnId } = subject
  return holdForChannel(unit, app, channel, (isHeld) => {
    putSettledNote(unit, caller, { ...known, status: isHeld ? 'held' : 'waiting', nextAttemptAt: null })
    if (isHeld) unit.add(putHeldNote(tenant, channel.id, { orderId: order.id, returnId }))
    else unit.schedule('sales.refunds.note', { tenant, orderId: order.id, returnId, isForced: true })
  })
}

const isUpToDate = ({ known, subject }: NoteCaller, now: Date) =>
  known.settled === digestNote(subject.note) ||
  (known.nextAttemptAt !== null && now.toISOString() < known.nextAttemptAt)

/** Notes the refund of a return at the order in its shop, or brings the note up to date; the call compares first. */
const noting: Effect<NoteSubject, StoredRefundNote, PublicationOutcome, ConnectorError> = {
  lease,
  async prepare(caller) {
    const { app, tenant, subject } = caller
    const { channel, order, notes, note, isForced } = subject
    if (!isForced && isUpToDate(caller, app.clock())) return NOTHING_DUE
    if (channel.status === 'disconnected')
      return { store: (unit) => settleRefundNote(unit, caller, { stopped: explainDisconnected('the refund') }) }
    if (mustHold(channel)) return { store: (unit) => hold(unit, caller) }
    const orderInShop = await readOrderInShop(app, tenant, order)
    return {
      intent: undefined,
      make: async () => await notes.write(await openShop(app, tenant, channel), orderInShop, note),
    }
  },
  isFailure: (error) => error instanceof ConnectorError,
  async settle(unit, caller, outcome) {
    await settleRefundNote(unit, caller, 'error' in outcome ? outcome.error : outcome.answer)
    return undefined
  },
  follow: (caller, outcome) => blockRefused(caller, caller.subject.channel, outcome),
}

/** Writes the note of a return's refund into the shop of its order. It moves no money. */
export const writeRefundNote = async (app: App, work: Work, now: Date, readRefund: ReadRefund): Promise<void> => {
  const subject = await findSubject(app, work, readRefund)
  if (subject) await runEffect(app, noting, subject, now)
}
