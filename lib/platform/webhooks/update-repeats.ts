import type { App } from '../app/app.ts'
import type { Id } from '../id.ts'
import { find, findAll } from '../store/lists/list.ts'
import { scanOldestFirst } from '../store/lists/scan-oldest-first.ts'
import { runInUnit } from '../store/unit.ts'
import type { LoggedDelivery, WebhookLog } from './webhook-log.ts'

/** Repeats in one transaction, each of which also writes its list rows and counts. */
const BATCH_SIZE = 6

const updateBatch = <D extends LoggedDelivery>(
  { db }: Pick<App, 'db'>,
  { deliveries }: WebhookLog<D>,
  { tenant, deliveryId }: { tenant: Id; deliveryId: Id },
  ids: readonly Id[],
  now: Date,
) =>
  runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const [first, repeats] = await Promise.all([
      find(db, deliveries, tenant, deliveryId),
      findAll(db, deliveries, tenant, ids),
    ])
    if (!first || first.status === 'received') return
    const different = repeats.filter(({ status }) => status !== first.status)
    const same: Partial<LoggedDelivery> = { status: first.status }
    for (const repeat of different) unit.update(deliveries, repeat, same as Partial<D>)
    if (different.length) unit.require(deliveries, first)
  })

/** Copies a delivery's status to the deliveries that repeat it. It can be run again. */
export const updateRepeats = async <D extends LoggedDelivery>(
  app: Pick<App, 'db'>,
  log: WebhookLog<D>,
  { tenant, deliveryId }: { tenant: Id; deliveryId: Id },
  now: Date,
): Promise<void> => {
  let after: string | null = null
  do {
    const page: { items: D[]; cursors: string[] } = await scanOldestFirst(app.db, log.deliveries, tenant, {
      by: { repeats: deliveryId },
      after,
      limit: BATCH_SIZE,
    })
    const ids = page.items.map(({ id }) => id)
    if (ids.length) await updateBatch(app, log, { tenant, deliveryId }, ids, now)
    after = page.cursors.length < BATCH_SIZE ? null : (page.cursors.at(-1) ?? null)
  } while (after !== null)
}
