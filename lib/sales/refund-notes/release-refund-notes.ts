import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import { releaseHeld } from '../runs/release-held.ts'
import { deleteHeldNote, listHeldNotes } from './refund-note-store.ts'

/** Gives each note that waits for the channel its task again. */
export const releaseRefundNotes = (
  app: App,
  { tenant, channelId }: TaskData['sales.shipments.release'],
  now: Date,
): Promise<void> =>
  releaseHeld(
    app,
    { tenant, now },
    {
      list: (limit) => listHeldNotes(app.db, tenant, channelId, limit),
      release(unit, { returnId, orderId }) {
        unit.add(deleteHeldNote(tenant, channelId, returnId))
        unit.schedule('sales.refunds.note', { tenant, orderId, returnId, isForced: true })
      },
    },
  )
