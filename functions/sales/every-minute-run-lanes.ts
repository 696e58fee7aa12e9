import * as Type from 'typebox'
import { schedule } from '../../lib/platform/events/worker.ts'
import { queueLanes } from '../../lib/sales/catalog-runs/queue-lanes.ts'

const ENOUGH_MS = 10_000

/** Finds the lanes of runs that wait to be gone on with. */
export const handler = schedule({
  name: 'sales.run_lanes',
  takes: Type.Object({}),
  run: (app, { now, log, millisecondsLeft }) => queueLanes(app, now, log, () => millisecondsLeft() > ENOUGH_MS),
})
