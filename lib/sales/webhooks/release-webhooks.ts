import type { App } from '../../platform/app/app.ts'
import { type TaskData, TaskPostponed } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { findChannel } from '../channels/channel-store.ts'
import { processWebhook } from './process-webhook.ts'
import { findDelivery, listWaitingDeliveries, webhookDeliveries } from './webhook-delivery-store.ts'

const BATCH_SIZE = 25
const MAX_DURATION_MS = 10_000

/** Moves a delivery that could not be processed to a task of its own, so that it does not block the others. */
const moveToOwnTask = (app: App, tenant: Id, deliveryId: Id, error: unknown) =>
  runInUnit(app.db, { tenant, actor: null, now: app.clock() }, async (unit) => {
    const delivery = await findDelivery(app.db, tenant, deliveryId)
    if (delivery?.status !== 'received' || !delivery.heldFor) return
    const until = error instanceof TaskPostponed ? error.until : undefined
    // The message of a postponed delivery tells why.
    unit.update(webhookDeliveries, delivery, { heldFor: null, ...(!until && { errorMessage: null }) })
    unit.schedule('sales.webhook.process', { tenant, deliveryId }, until)
  })

/**
 * Processes the deliveries received while the channel could not be used, oldest first, since several versions of an order
 * may have the same modification time. Those that remain when time is up are left to another task, and keep waiting if the
 * worker dies.
 */
export const releaseWebhooks = async (
  app: App,
  { tenant, channelId, after: begun }: TaskData['sales.webhooks.release'],
): Promise<void> => {
  const until = app.clock().getTime() + MAX_DURATION_MS
  let after: string | null = begun ?? null
  do {
    const channel = await findChannel(app.db, tenant, channelId)
    // The deliveries of a channel that was paused again are processed when it resumes.
    if (!channel || channel.status === 'paused') return
    const { items, cursors } = await listWaitingDeliveries(app.db, tenant, channelId, after, BATCH_SIZE)
    for (const { id: deliveryId } of items) {
      const now = app.clock()
      if (now.getTime() > until)
        return await runInUnit(app.db, { tenant, actor: null, now }, async (unit) =>
          unit.schedule('sales.webhooks.release', { tenant, channelId, ...(after !== null && { after }) }),
        )
      try {
        await processWebhook(app, { tenant, deliveryId }, now)
      } catch (error) {
        await moveToOwnTask(app, tenant, deliveryId, error)
      }
      after = cursors.find((cursor) => cursor.endsWith(deliveryId)) ?? after
    }
    after = cursors.length < BATCH_SIZE ? null : (cursors.at(-1) ?? null)
  } while (after !== null)
}
