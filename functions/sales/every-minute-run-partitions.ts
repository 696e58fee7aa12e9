import * as Type from 'typebox'
import { schedule } from '../../lib/platform/events/worker.ts'
import { queuePartitions } from '../../lib/sales/catalog-runs/queue-partitions.ts'

const MIN_TIME_LEFT_MS = 10_000

/** Enqueues partitions of catalog runs that are due, and all that may have been enqueued if the queue lost them. */
export const handler = schedule({
  name: 'sales.run_partitions',
  takes: Type.Object({ isQueueLost: Type.Optional(Type.Boolean()) }),
  run: (app, { given, now, log, millisecondsLeft }) =>
    queuePartitions(app, {
      now,
      log,
      hasTime: () => millisecondsLeft() > MIN_TIME_LEFT_MS,
      isQueueLost: given.isQueueLost,
    }),
})
