import * as Type from 'typebox'
import { redrive } from '../../lib/platform/events/redrive.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

/**
 * Finds events and deliveries whose message got lost, or whose next try has come, and sends them again; all that were enqueued
 * if the queues lost them.
 */
export const handler = schedule({
  name: 'events.redrive',
  takes: Type.Object({ isQueueLost: Type.Optional(Type.Boolean()) }),
  run: (app, { given, now, log }) => redrive(app, now, log, given.isQueueLost),
})
