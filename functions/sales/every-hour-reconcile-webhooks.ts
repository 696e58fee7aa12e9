import * as Type from 'typebox'
import { schedule } from '../../lib/platform/events/worker.ts'
import { reconcileWebhooks } from '../../lib/sales/webhooks/reconcile-webhooks.ts'

const MIN_TIME_LEFT_MS = 60_000

/** Restores webhooks that shops have deleted or disabled. */
export const handler = schedule({
  name: 'sales.heal_webhooks',
  takes: Type.Object({}),
  run: (app, { now, log, millisecondsLeft }) =>
    reconcileWebhooks(app, now, log, () => millisecondsLeft() > MIN_TIME_LEFT_MS),
})
