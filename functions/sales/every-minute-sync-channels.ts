import * as Type from 'typebox'
import { schedule } from '../../lib/platform/events/worker.ts'
import { queueSyncs } from '../../lib/sales/order-sync/queue-syncs.ts'

const MIN_TIME_LEFT_MS = 10_000

/** Enqueues channels whose next sync of orders is due, and all that may have been enqueued if the queue lost them. */
export const handler = schedule({
  name: 'sales.sync_channels',
  takes: Type.Object({ isQueueLost: Type.Optional(Type.Boolean()) }),
  run: (app, { given, now, log, millisecondsLeft }) =>
    queueSyncs(app, { now, log, hasTime: () => millisecondsLeft() > MIN_TIME_LEFT_MS, isQueueLost: given.isQueueLost }),
})
