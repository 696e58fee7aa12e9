import * as Type from 'typebox'
import { schedule } from '../../lib/platform/events/worker.ts'
import { queueSyncs } from '../../lib/sales/order-sync/queue-syncs.ts'

const MIN_TIME_LEFT_MS = 10_000

/** Enqueues channels whose next sync of orders is due. */
export const handler = schedule({
  name: 'sales.sync_channels',
  takes: Type.Object({}),
  run: (app, { now, log, millisecondsLeft }) => queueSyncs(app, now, log, () => millisecondsLeft() > MIN_TIME_LEFT_MS),
})
