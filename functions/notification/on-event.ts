import { Due } from '../../lib/events/hand-on.ts'
import { queueWorker } from '../../lib/events/worker.ts'
import { notify } from '../../lib/notification/notify.ts'

/** Finds out who is to be told of an event, and how: one delivery for each recipient and channel. */
export const handler = queueWorker({
  name: 'notification.on_event',
  takes: Due,
  run: ({ db }, { given, now, log }) => notify(db, given, now, log),
})
