import * as Type from 'typebox'
import { redrive } from '../../lib/platform/events/redrive.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

/** Finds events and deliveries whose message got lost, or whose next try has come, and sends them again. */
export const handler = schedule({
  name: 'events.redrive',
  takes: Type.Object({}),
  run: (app, { now, log }) => redrive(app, now, log),
})
