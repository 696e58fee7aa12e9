import * as Type from 'typebox'
import { removeOldCustodianWebhooks } from '../../lib/fulfilment/news/remove-old-custodian-webhooks.ts'
import { removeOldNotifications } from '../../lib/notification/notifications/remove-old-notifications.ts'
import { removeOldEndpointDeliveries } from '../../lib/notification/webhooks/log/remove-old-endpoint-deliveries.ts'
import { schedule } from '../../lib/platform/events/worker.ts'
import { removeOldLogs } from '../../lib/sales/log-retention/remove-old-logs.ts'

const ENOUGH_MS = 30_000

/** Removes webhook deliveries, sync runs, counts and notifications that are older than their retention time. */
export const handler = schedule({
  name: 'sales.remove_old_logs',
  takes: Type.Object({}),
  run: (app, { now, log, millisecondsLeft }) =>
    removeOldLogs(app, log, { now, hasTime: () => millisecondsLeft() > ENOUGH_MS }, [
      removeOldCustodianWebhooks,
      removeOldEndpointDeliveries,
      removeOldNotifications,
    ]),
})
