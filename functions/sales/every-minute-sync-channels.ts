import * as Type from 'typebox'
import { schedule } from '../../lib/platform/events/worker.ts'
import { queueSyncs } from '../../lib/sales/order-sync/queue-syncs.ts'

const ENOUGH_MS = 10_000

/** Finds the channels whose orders are to be looked at again. */
export const handler = schedule({
  name: 'sales.sync_channels',
  takes: Type.Object({}),
  run: (app, { now, log, millisecondsLeft }) => queueSyncs(app, now, log, () => millisecondsLeft() > ENOUGH_MS),
})
