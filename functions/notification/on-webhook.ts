import { parseLane } from '../../lib/notification/webhooks/endpoints/lane-store.ts'
import { parseQueue } from '../../lib/notification/webhooks/queue/queue-store.ts'
import { workLane } from '../../lib/notification/webhooks/work-lane.ts'
import { DueMessage } from '../../lib/platform/events/enqueue-due.ts'
import { queueWorker } from '../../lib/platform/events/worker.ts'

/** Sends what waits for a webhook endpoint. Messages of one batch about the same endpoint start its worker once. */
export const handler = queueWorker({
  name: 'notification.on_webhook',
  takes: DueMessage,
  run: async (app, { given, log, shared }) => {
    const place = parseQueue(given) ?? parseLane(given)
    if (!place) throw new Error('neither a queue nor a lane')
    await shared(`lane ${place.tenant} ${place.endpointId}`, () => workLane(app, place, log))
  },
})
