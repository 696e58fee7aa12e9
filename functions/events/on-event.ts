import { notify } from '../../lib/notification/fan-out/notify.ts'
import { DueMessage } from '../../lib/platform/events/enqueue-due.ts'
import { isTask } from '../../lib/platform/events/outbox/task.ts'
import { queueWorker } from '../../lib/platform/events/worker.ts'
import { memoizeReads } from '../../lib/platform/store/table/memoize-reads.ts'
import { runTask } from './run-task.ts'

/**
 * Runs tasks, and queues a delivery of an event for each recipient and channel. Events of one batch mostly concern the same
 * people, so they share their reads.
 */
export const handler = queueWorker({
  name: 'notification.on_event',
  takes: DueMessage,
  run: async (app, { given, now, log, shared }) => {
    if (isTask(given)) return await runTask(app, given, now, log)
    const db = await shared('reads', async () => memoizeReads(app.db))
    await notify({ ...app, db, current: app.db }, given, now, log)
  },
})
