import * as Type from 'typebox'
import { retryIncidents } from '../../lib/fulfilment/incidents/retry-incidents.ts'
import { listPiecesChanges } from '../../lib/inventory/order-pieces/pieces-changes.ts'
import { listStockChanges, listTenantsWithStockChanges, removeStockChanges } from '../../lib/inventory/stock-changes.ts'
import type { App } from '../../lib/platform/app/app.ts'
import { schedule } from '../../lib/platform/events/worker.ts'
import type { Id } from '../../lib/platform/id.ts'
import type { Log } from '../../lib/platform/log.ts'
import { publishPiecesChanges } from '../../lib/sales/publish/publish-pieces-changes.ts'
import { publishStockChanges } from '../../lib/sales/publish/publish-stock-changes.ts'

const MIN_TIME_LEFT_MS = 10_000
const MAX_ITEMS_PER_PARTITION = 250
/** Variants that are compared with the shops together, at most as many as a run names. */
const MAX_CHANGES = 200

const followTenant = async (app: App, tenant: Id, hasTime: () => boolean): Promise<number> => {
  let runs = 0
  for (let after = ''; hasTime(); ) {
    const changes = await listStockChanges(app.db, tenant, after, MAX_CHANGES)
    const variantIds = changes.map(({ variantId }) => variantId)
    if (!variantIds.length) break
    runs += await publishStockChanges(app, tenant, variantIds)
    await retryIncidents(app, tenant, variantIds)
    // A change that was overwritten meanwhile stays for the next run.
    await removeStockChanges(app.db, changes)
    if (changes.length < MAX_CHANGES) break
    after = variantIds.at(-1) ?? ''
  }
  return runs
}

/** Follows the changes of one tenant; those of a tenant that fails are followed the next time. */
const followSafely = async (tenant: Id, log: Log, follow: () => Promise<number>): Promise<void> => {
  try {
    const runs = await follow()
    if (runs) log.info('inventory.stock.followed', { tenant, runs })
  } catch (error) {
    log.error('inventory.stock.follow_failed', error, { tenant })
  }
}

/** Publishes stock that changed to the channels that follow it, and tries orders again that waited for stock. */
export const handler = schedule({
  name: 'inventory.follow_stock',
  takes: Type.Object({}),
  async run(app, { log, millisecondsLeft }) {
    const hasTime = () => millisecondsLeft() > MIN_TIME_LEFT_MS
    for (const [tenant, changes] of await listPiecesChanges(app.db, app.clock(), MAX_ITEMS_PER_PARTITION))
      if (hasTime()) await followSafely(tenant, log, () => publishPiecesChanges(app, tenant, changes))
    for (const tenant of await listTenantsWithStockChanges(app.db, app.clock(), MAX_ITEMS_PER_PARTITION))
      await followSafely(tenant, log, () => followTenant(app, tenant, hasTime))
  },
})
