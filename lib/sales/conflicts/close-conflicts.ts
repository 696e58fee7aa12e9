import { listVariantsInConflict, recordConflicts } from '../../data-exchange/record-conflicts.ts'
import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { channelUri } from '../channels/channel.ts'
import { findListing, listings } from '../listings/listing-store.ts'

const BATCH_SIZE = 50
const MAX_DURATION_MS = 10_000

/** Schedules a task that closes the conflicts of a disconnected channel. */
export const scheduleConflictClosing = (unit: Unit, channelId: Id): void =>
  unit.schedule('sales.conflicts.close', { tenant: unit.tenant, channelId })

interface Closing {
  tenant: Id
  channelId: Id
  variantId: Id
  now: Date
}

/** Closes the conflicts of one variant, some fields in each transaction. */
export const closeVariantConflicts = async (db: Table, { tenant, channelId, variantId, now }: Closing) => {
  for (let isWhole = false; !isWhole; )
    isWhole = await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
      const listing = await findListing(db, tenant, channelId, variantId)
      const isAll = await recordConflicts(db, unit, channelUri(channelId), variantId, [])
      if (listing?.isConflicted) unit.update(listings, listing, { isConflicted: !isAll })
      return isAll
    })
}

/** Closes all conflicts of a disconnected channel. It can be run again, even after it died halfway. */
export const closeConflicts = async (
  app: Pick<App, 'db' | 'clock'>,
  { tenant, channelId }: TaskData['sales.conflicts.close'],
): Promise<void> => {
  const until = app.clock().getTime() + MAX_DURATION_MS
  const target = channelUri(channelId)
  for (;;) {
    const ids = await listVariantsInConflict(app.db, tenant, target, BATCH_SIZE)
    if (!ids.length) return
    for (const variantId of ids) {
      const now = app.clock()
      if (now.getTime() > until)
        return await runInUnit(app.db, { tenant, actor: null, now }, async (unit) =>
          scheduleConflictClosing(unit, channelId),
        )
      await closeVariantConflicts(app.db, { tenant, channelId, variantId, now })
    }
  }
}
