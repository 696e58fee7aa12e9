import * as Type from 'typebox'
import { listTenantsWithChanges } from '../../lib/catalog/content-changes.ts'
import { schedule } from '../../lib/platform/events/worker.ts'
import { applyContentChanges } from '../../lib/sales/listings/apply-content-changes.ts'

const ENOUGH_MS = 10_000
const MAX_ITEMS_PER_PARTITION = 250

/** Lets the listings of channels follow what changed in the catalog and in the channels. */
export const handler = schedule({
  name: 'sales.content',
  takes: Type.Object({}),
  async run(app, { log, millisecondsLeft }) {
    const hasTime = () => millisecondsLeft() > ENOUGH_MS
    for (const tenant of await listTenantsWithChanges(app.db, app.clock(), MAX_ITEMS_PER_PARTITION))
      await applyContentChanges(app, tenant, hasTime).catch((error) =>
        log.error('sales.content.follow_failed', error, { tenant }),
      )
  },
})
