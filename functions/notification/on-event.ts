import { Due } from '../../lib/events/hand-on.ts'
import { perform } from '../../lib/events/perform.ts'
import { isTask } from '../../lib/events/task.ts'
import { queueWorker } from '../../lib/events/worker.ts'
import { notify } from '../../lib/notification/notify.ts'
import { readingOnce } from '../../lib/store/reading-once.ts'

/**
 * Finds out who is to be told of an event, and how: one delivery for each recipient and channel. Events that come together
 * mostly concern the same people, who are looked for once. Tasks are done here.
 */
export const handler = queueWorker({
  name: 'notification.on_event',
  takes: Due,
  run: async (app, { given, now, log, shared }) => {
    if (isTask(given)) return await perform(app, given, now, log)
    const db = await shared('reads', async () => readingOnce(app.db))
    await notify({ ...app, db }, given, now, log)
  },
})
