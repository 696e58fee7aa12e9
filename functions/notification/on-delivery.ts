import { carryMailing } from '../../lib/mailing/carry-mailing.ts'
import { isMailing } from '../../lib/mailing/mailings.ts'
import { deliver } from '../../lib/notification/deliveries/deliver.ts'
import { DueMessage } from '../../lib/platform/events/enqueue-due.ts'
import { queueWorker } from '../../lib/platform/events/worker.ts'

/** Brings one delivery to its recipient through its channel. Mails with documents to others are sent here too. */
export const handler = queueWorker({
  name: 'notification.on_delivery',
  takes: DueMessage,
  run: (app, { given, now, log, shared }) =>
    isMailing(given) ? carryMailing(app, given, now, log) : deliver(app, given, now, log, shared),
})
