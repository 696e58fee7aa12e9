import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { removeOld } from '../../platform/store/remove-old.ts'
import { readPages } from '../../platform/store/table/read-pages.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import { syncRuns } from '../runs/sync-store.ts'
import { webhookDeliveries } from '../webhooks/webhook-delivery-store.ts'

// Tenant at which the next run starts:  P#old-logs / NEXT   tenant

const NEXT: Key = { pk: 'P#old-logs', sk: 'NEXT' }

/** Must exceed the retention time of webhook bodies and of the records of runs. */
const KEPT_DAYS = 90

interface Removing {
  now: Date
  hasTime: () => boolean
}

/** Removes a tenant's webhook deliveries and ended runs that are older than ninety days. */
const removeOldLogsOfTenant = async (db: Table, tenant: Id, { now, hasTime }: Removing) => {
  const before = new Date(now.getTime() - KEPT_DAYS * 24 * 3_600_000)
  const given = { before, now, hasTime }
  const deliveries = await removeOld(db, webhookDeliveries, tenant, { ...given, isOver: () => true })
  const runs = await removeOld(db, syncRuns, tenant, { ...given, isOver: ({ status }) => status !== null })
  return { removed: deliveries.removed + runs.removed, isDone: deliveries.isDone && runs.isDone }
}

/** Removes old logs of all tenants; if time runs out, the next run continues. */
export const removeOldLogs = async ({ db }: Pick<App, 'db'>, log: Log, removing: Removing): Promise<void> => {
  const first = (await db.get<{ tenant?: Id }>(NEXT))?.tenant
  let [tenants, entries] = [0, 0]
  for await (const page of readPages(db, { pk: 'P#tenants', ...(first && { from: first }) }))
    for (const { sk: tenant } of page) {
      const { removed, isDone } = removing.hasTime()
        ? await removeOldLogsOfTenant(db, tenant, removing)
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
