import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { deleteHeldNote, listHeldNotes } from './refund-note-store.ts'

/** Each needs two actions. */
const BATCH_SIZE = 40

/** Gives each note that waits for the channel its task again. If the channel cannot be used after all, they wait again. */
export const releaseRefundNotes = async (
  app: App,
  { tenant, channelId }: TaskData['sales.shipments.release'],
  now: Date,
): Promise<void> => {
  const releaseNext = () =>
    runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
      const held = await listHeldNotes(app.db, tenant, channelId, BATCH_SIZE)
      for (const { returnId, orderId } of held) {
        unit.add(deleteHeldNote(tenant, channelId, returnId))
        unit.schedule('sales.refunds.note', { tenant, orderId, returnId, isForced: true })
      }
      return held.length
    })
  while ((await releaseNext()) === BATCH_SIZE);
}
