import { Due } from '../../lib/events/hand-on.ts'
import { perform } from '../../lib/events/perform.ts'
import { isTask } from '../../lib/events/task.ts'
import { queueWorker } from '../../lib/events/worker.ts'
import { notify } from '../../lib/notification/notify.ts'

/** Finds out who is to be told of an event, and how: one delivery for each recipient and channel. Tasks are done here. */
export const handler = queueWorker({
  name: 'notification.on_event',
  takes: Due,
  run: (app, { given, now, log }) => (isTask(given) ? perform(app, given, now, log) : notify(app, given, now, log)),
})
