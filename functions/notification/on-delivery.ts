import { Due } from '../../lib/events/hand-on.ts'
import { queueWorker } from '../../lib/events/worker.ts'
import { deliver } from '../../lib/notification/deliver.ts'

/** Brings one delivery to its recipient through its channel. */
export const handler = queueWorker({
  name: 'notification.on_delivery',
  takes: Due,
  run: (app, { given, now, log }) => deliver(app, given, now, log),
})
