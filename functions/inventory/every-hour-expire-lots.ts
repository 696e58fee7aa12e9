import * as Type from 'typebox'
import { expireLots } from '../../lib/inventory/lots/expire-lots.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

const MIN_TIME_LEFT_MS = 10_000

/** Expires lots whose last day is over in the tenant's time zone. */
export const handler = schedule({
  name: 'inventory.expire_lots',
  takes: Type.Object({}),
  run: (app, { now, log, millisecondsLeft }) => expireLots(app, now, log, () => millisecondsLeft() > MIN_TIME_LEFT_MS),
})
