import { notify } from '../../lib/notification/fan-out/notify.ts'
import { lasting } from '../../lib/platform/app/app.ts'
import { DueMessage } from '../../lib/platform/events/enqueue-due.ts'
import { isTask } from '../../lib/platform/events/outbox/task.ts'
import { queueWorker } from '../../lib/platform/events/worker.ts'
import { gatherReads } from '../../lib/platform/store/table/gather-reads.ts'
import { runTask } from './run-task.ts'

/** Runs tasks, and notifies the recipients of events. Events of one batch are read together. */
export const handler = queueWorker({
  name: 'notification.on_event',
  takes: DueMessage,
  run: async (app, { given, now, log, shared }) => {
    if (isTask(given)) return await runTask(app, given, now, log)
    const db = await shared('reads', async () => gatherReads(app.db))
    await notify({ ...app, db, base: lasting(app) }, given, now, log, shared)
  },
})
