import * as Type from 'typebox'
import { schedule } from '../../lib/platform/events/worker.ts'
import { markDelayedShipments } from '../../lib/shipping/shipments/mark-delayed.ts'

const MIN_REMAINING_MS = 10_000

/** Flags shipments whose promised day is over where they go. */
export const handler = schedule({
  name: 'shipping.mark-delayed',
  takes: Type.Object({}),
  run: (app, { now, log, millisecondsLeft }) =>
    markDelayedShipments(app, now, log, () => millisecondsLeft() > MIN_REMAINING_MS),
})
