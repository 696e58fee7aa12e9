import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { removeOld } from '../../platform/store/remove-old.ts'
import { readPages } from '../../platform/store/table/read-pages.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import { listAllChannels } from '../channels/channel-store.ts'
import { removeOldCounts } from '../orders/counts-store.ts'
import { syncRuns } from '../runs/sync-store.ts'
import { webhookDeliveries } from '../webhooks/webhook-delivery-store.ts'

// Tenant at which the next run starts:  P#old-logs / NEXT   tenant

const NEXT: Key = { pk: 'P#old-logs', sk: 'NEXT' }

/** Must exceed the retention time of webhook bodies and of the records of runs, and no period of analytics may exceed it. */
const KEPT_DAYS = 90

interface Removing {
  now: Date
  hasTime: () => boolean
}

/** Removes the entries of another log of a tenant that are older than this time. */
export type RemoveOldEntries = (
  db: Table,
  tenant: Id,
  given: Removing & { before: Date },
) => Promise<{ removed: number; isDone: boolean }>

/** Removes the counts of a tenant's channels for days that no period reaches in any time zone. */
const removeOldCountsOfTenant: RemoveOldEntries = async (db, tenant, { before, hasTime }) => {
  let removed = 0
  for (const { id } of await listAllChannels(db, tenant)) {
    if (!hasTime()) return { removed, isDone: false }
    removed += await removeOldCounts(db, tenant, id, toLocalDay('UTC', before))
  }
  return { removed, isDone: true }
}

/** Removes a tenant's webhook deliveries, ended runs and counts of days that are older than ninety days. */
const removeOldLogsOfTenant = async (
  db: Table,
  tenant: Id,
  { now, hasTime }: Removing,
  others: readonly RemoveOldEntries[],
) => {
  const before = new Date(now.getTime() - KEPT_DAYS * 24 * 3_600_000)
  const given = { before, now, hasTime }
  const deliveries = await removeOld(db, webhookDeliveries, tenant, { ...given, isOver: () => true })
  const runs = await removeOld(db, syncRuns, tenant, { ...given, isOver: ({ status }) => status !== null })
  let [removed, isDone] = [deliveries.removed + runs.removed, deliveries.isDone && runs.isDone]
  for (const removeOthers of [removeOldCountsOfTenant, ...others]) {
    const other = await removeOthers(db, tenant, given)
    removed += other.removed
    isDone &&= other.isDone
  }
  return { removed, isDone }
}

/** Removes old logs of all tenants; if time runs out, the next run continues. */
export const removeOldLogs = async (
  { db }: Pick<App, 'db'>,
  log: Log,
  removing: Removing,
  others: readonly RemoveOldEntries[] = [],
): Promise<void> => {
  const first = (await db.get<{ tenant?: Id }>(NEXT))?.tenant
  let [tenants, entries] = [0, 0]
  for await (const page of readPages(db, { pk: 'P#tenants', ...(first && { from: first }) }))
    for (const { sk: tenant } of page) {
      const { removed, isDone } = removing.hasTime()
        ? await removeOldLogsOfTenant(db, tenant, removing, others)
        : { removed: 0, isDone: false }
      entries += removed
      if (!isDone) {
        await db.put({ put: { ...NEXT, kind: 'old-logs', tenant } })
        return log.warn('sales.old_logs.out_of_time', { tenants, entries, next: tenant })
      }
      tenants++
    }
  if (first) await db.put({ put: { ...NEXT, kind: 'old-logs' } })
  log.info('sales.old_logs.removed', { tenants, entries, from: first })
}
