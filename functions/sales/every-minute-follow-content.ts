import * as Type from 'typebox'
import { listTenantsWithChanges } from '../../lib/catalog/content-changes.ts'
import { schedule } from '../../lib/platform/events/worker.ts'
import { applyContentChanges } from '../../lib/sales/listings/apply-content-changes.ts'

const MIN_TIME_LEFT_MS = 10_000
const MAX_ITEMS_PER_PARTITION = 250

/** Updates the listings of channels after changes of the catalog and of the channels. */
export const handler = schedule({
  name: 'sales.content',
  takes: Type.Object({}),
  async run(app, { log, millisecondsLeft }) {
    const hasTime = () => millisecondsLeft() > MIN_TIME_LEFT_MS
    for (const tenant of await listTenantsWithChanges(app.db, app.clock(), MAX_ITEMS_PER_PARTITION))
      await applyContentChanges(app, tenant, hasTime).catch((error) =>
        log.error('sales.content.follow_failed', error, { tenant }),
      )
  },
})
