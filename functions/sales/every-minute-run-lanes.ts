import * as Type from 'typebox'
import { schedule } from '../../lib/platform/events/worker.ts'
import { queuePartitions } from '../../lib/sales/catalog-runs/queue-partitions.ts'

const MIN_TIME_LEFT_MS = 10_000

/** Enqueues partitions of catalog runs that are due. */
export const handler = schedule({
  name: 'sales.run_lanes',
  takes: Type.Object({}),
  run: (app, { now, log, millisecondsLeft }) =>
    queuePartitions(app, now, log, () => millisecondsLeft() > MIN_TIME_LEFT_MS),
})
