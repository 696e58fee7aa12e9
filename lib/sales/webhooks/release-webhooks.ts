import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/task.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { findChannel } from '../channels/channel-store.ts'
import { processWebhook } from './process-webhook.ts'
import { awaitProcessing } from './receive-webhook.ts'
import { releaseHeld } from './release-held.ts'
import { findDelivery, heldDeliveries, webhookDeliveries } from './webhook-delivery-store.ts'

const BATCH_SIZE = 25
const ENOUGH_MS = 10_000

/** Leaves a delivery that could not be processed to a task of its own, so that it holds up no other. */
const leaveToItself = (app: App, tenant: Id, deliveryId: Id) =>
  runInUnit(app.db, { tenant, actor: null, now: app.clock() }, async (unit) => {
    const delivery = await findDelivery(app.db, tenant, deliveryId)
    if (delivery?.status !== 'received' || !delivery.heldFor) return
    unit.update(webhookDeliveries, delivery, { heldFor: null, errorMessage: null })
    awaitProcessing(unit, delivery)
  })

/**
 * Processes what was delivered while the channel was paused, in the order in which it came, since several versions of an
 * order may be of one moment. Whatever is left when the time is over, or a worker died, still waits for the channel.
 */
export const releaseWebhooks = async (
  app: App,
  { tenant, channelId }: TaskData['sales.webhooks.release'],
): Promise<void> => {
  const until = app.clock().getTime() + ENOUGH_MS
  let after: string | null = null
  do {
    const channel = await findChannel(app.db, tenant, channelId)
    // A channel that was paused again is gone through when it resumes once more.
    if (!channel || channel.status === 'paused') return
    const { items, places } = await heldDeliveries(app.db, tenant, channelId, after, BATCH_SIZE)
    for (const { id: deliveryId } of items) {
      const now = app.clock()
      if (now.getTime() > until)
        return await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => releaseHeld(unit, channelId))
      try {
        await processWebhook(app, { tenant, deliveryId }, now)
      } catch {
        await leaveToItself(app, tenant, deliveryId)
      }
    }
    after = places.length < BATCH_SIZE ? null : (places.at(-1) ?? null)
  } while (after !== null)
}
