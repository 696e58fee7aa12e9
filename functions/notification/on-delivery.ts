import { isMailing } from '../../lib/mailing/mailing-store.ts'
import { sendMailing } from '../../lib/mailing/send-mailing.ts'
import { deliver } from '../../lib/notification/deliveries/deliver.ts'
import { DueMessage } from '../../lib/platform/events/enqueue-due.ts'
import { queueWorker } from '../../lib/platform/events/worker.ts'

/** Sends one delivery by its channel, or a mail with documents. */
export const handler = queueWorker({
  name: 'notification.on_delivery',
  takes: DueMessage,
  run: (app, { given, now, log, shared }) =>
    isMailing(given) ? sendMailing(app, given, now, log) : deliver(app, given, now, log, shared),
})
