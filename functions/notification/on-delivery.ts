import { isMailing } from '../../lib/mailing/mailings.ts'
import { sendMailing } from '../../lib/mailing/send-mailing.ts'
import { deliver } from '../../lib/notification/deliveries/deliver.ts'
import { lasting } from '../../lib/platform/app/app.ts'
import { DueMessage } from '../../lib/platform/events/enqueue-due.ts'
import { queueWorker } from '../../lib/platform/events/worker.ts'
import { gatherReads } from '../../lib/platform/store/table/gather-reads.ts'

/** Sends one delivery by its channel, or a mail with documents. Deliveries of one batch are read together. */
export const handler = queueWorker({
  name: 'notification.on_delivery',
  takes: DueMessage,
  run: async (app, { given, now, log, shared }) => {
    if (isMailing(given)) return await sendMailing(app, given, now, log)
    const db = await shared('reads', async () => gatherReads(app.db))
    await deliver({ ...app, db, base: lasting(app) }, given, now, log, shared)
  },
})
