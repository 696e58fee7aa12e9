import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { findChannel } from '../channels/channel-store.ts'
import { processWebhook } from './process-webhook.ts'
import { scheduleRelease } from './schedule-release.ts'
import { channelWebhookLog, findDelivery, listWaitingDeliveries, webhookDeliveries } from './webhook-delivery-store.ts'

const BATCH_SIZE = 25
const MAX_DURATION_MS = 10_000

/** Moves a delivery that could not be processed to a task of its own, so that it does not block the others. */
const moveToOwnTask = (app: App, tenant: Id, deliveryId: Id) =>
  runInUnit(app.db, { tenant, actor: null, now: app.clock() }, async (unit) => {
    const delivery = await findDelivery(app.db, tenant, deliveryId)
    if (delivery?.status !== 'received' || !delivery.heldFor) return
    unit.update(webhookDeliveries, delivery, { heldFor: null, errorMessage: null })
    channelWebhookLog.scheduleProcessing(unit, delivery.id)
  })

/**
 * Processes the deliveries received while the channel was paused, oldest first, since several versions of an order may
 * have the same modification time. Deliveries that remain when time is up, or if the worker dies, keep waiting.
 */
export const releaseWebhooks = async (
  app: App,
  { tenant, channelId }: TaskData['sales.webhooks.release'],
): Promise<void> => {
  const until = app.clock().getTime() + MAX_DURATION_MS
  let after: string | null = null
  do {
    const channel = await findChannel(app.db, tenant, channelId)
    // The deliveries of a channel that was paused again are processed when it resumes.
    if (!channel || channel.status === 'paused') return
    const { items, cursors } = await listWaitingDeliveries(app.db, tenant, channelId, after, BATCH_SIZE)
    for (const { id: deliveryId } of items) {
      const now = app.clock()
      if (now.getTime() > until)
        return await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => scheduleRelease(unit, channelId))
      try {
        await processWebhook(app, { tenant, deliveryId }, now)
      } catch {
        await moveToOwnTask(app, tenant, deliveryId)
      }
    }
    after = cursors.length < BATCH_SIZE ? null : (cursors.at(-1) ?? null)
  } while (after !== null)
}
