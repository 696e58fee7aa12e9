import * as Type from 'typebox'
import { schedule } from '../../lib/platform/events/worker.ts'
import { reconcileWebhooks } from '../../lib/sales/webhooks/reconcile-webhooks.ts'

const ENOUGH_MS = 60_000

/** Sees to it that stores go on telling of what they were asked to. */
export const handler = schedule({
  name: 'sales.heal_webhooks',
  takes: Type.Object({}),
  run: (app, { now, log, millisecondsLeft }) => reconcileWebhooks(app, now, log, () => millisecondsLeft() > ENOUGH_MS),
})
