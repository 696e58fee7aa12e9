import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import type { StoredDelivery } from './webhook-delivery.ts'
import { findDelivery, listRepeats, webhookDeliveries } from './webhook-delivery-store.ts'

/** Repeats in one transaction, each of which also writes its list rows and counts. */
const BATCH_SIZE = 6

const updateBatch = (app: Pick<App, 'db'>, tenant: Id, deliveryId: Id, ids: readonly Id[], now: Date) =>
  runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const [first, repeats] = await Promise.all([
      findDelivery(app.db, tenant, deliveryId),
      findAll(app.db, webhookDeliveries, tenant, ids),
    ])
    if (!first || first.status === 'received') return
    const different = repeats.filter(({ status }) => status !== first.status)
    for (const repeat of different) unit.update<StoredDelivery>(webhookDeliveries, repeat, { status: first.status })
    if (different.length) unit.require(webhookDeliveries, first)
  })

/** Copies a delivery's status to the deliveries that repeat it. It can be run again. */
export const updateRepeats = async (
  app: Pick<App, 'db'>,
  { tenant, deliveryId }: TaskData['sales.webhook.follow-repeats'],
  now: Date,
): Promise<void> => {
  let after: string | null = null
  do {
    const { items, cursors } = await listRepeats(app.db, tenant, deliveryId, after, BATCH_SIZE)
    const ids = items.map(({ id }) => id)
    if (ids.length) await updateBatch(app, tenant, deliveryId, ids, now)
    after = cursors.length < BATCH_SIZE ? null : (cursors.at(-1) ?? null)
  } while (after !== null)
}
