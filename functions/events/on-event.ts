import { notify } from '../../lib/notification/fan-out/notify.ts'
import { Due } from '../../lib/platform/events/enqueue-due.ts'
import { isTask } from '../../lib/platform/events/task.ts'
import { queueWorker } from '../../lib/platform/events/worker.ts'
import { memoizeReads } from '../../lib/platform/store/table/memoize-reads.ts'
import { runTask } from './run-task.ts'

/**
 * Finds out who is to be told of an event, and how: one delivery for each recipient and channel. Events that come together
 * mostly concern the same people, who are looked for once. Tasks are done here.
 */
export const handler = queueWorker({
  name: 'notification.on_event',
  takes: Due,
  run: async (app, { given, now, log, shared }) => {
    if (isTask(given)) return await runTask(app, given, now, log)
    const db = await shared('reads', async () => memoizeReads(app.db))
    await notify({ ...app, db }, given, now, log)
  },
})
