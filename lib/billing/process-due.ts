import { findTenant } from '../iam/tenant.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { Problem } from '../platform/problem.ts'
import { getTenantOfKey, listDue, reschedule } from '../platform/store/table/due.ts'
import type { Item, Table } from '../platform/store/table/table.ts'

/** Outcome of one step: whether it did anything, and whether the next step is already due. */
export interface Step {
  done: 0 | 1
  hasMore: boolean
}

/** Work that a schedule does on every due item of one kind. */
export interface DueWork {
  /** Kind in the `due` index. */
  kind: string
  step(tenant: Id, id: Id): Promise<Step>
  onError(error: unknown, item: { tenant: Id; id: Id }): void
}

interface DueItem {
  tenant: Id
  id: Id
  item: Item
}

interface Tally {
  items: number
  done: number
  failed: number
}

type Using = Pick<App, 'db' | 'clock'>

/** Lease of one run on an item; other runs skip the item until it ends. */
const LEASE_MS = 5 * 60_000

export const computeLeaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS)

/** Delay before an item is retried that was refused, for example because its currency no longer exists. */
const REFUSED_WAIT_MS = 3600_000

const MAX_ITEMS_PER_PARTITION = 250

const listDueItems = async (db: Table, kind: string, now: Date): Promise<DueItem[]> => {
  const found = await listDue(db, kind, now, MAX_ITEMS_PER_PARTITION)
  return found.map((item) => ({ tenant: getTenantOfKey(item), id: item.sk, item }))
}

/**
 * Does all due steps of one item, the oldest first. Postponing the item is a lease: of two runs one gets it, and the next run
 * gets it again if that one was killed. The lease only saves work; the transaction of a step keeps it from being done twice.
 */
const processOne = async (app: Using, work: DueWork, hasTime: () => boolean, due: DueItem, tally: Tally) => {
  const { tenant, id, item } = due
  const leased = await reschedule(app.db, item, computeLeaseEnd(app.clock()))
  if (!leased) return
  tally.items++
  try {
    for (let hasMore = true; hasMore && hasTime(); ) {
      const step = await work.step(tenant, id)
      tally.done += step.done
      hasMore = step.hasMore
    }
  } catch (error) {
    tally.failed++
    work.onError(error, { tenant, id })
    if (error instanceof Problem && error.errorCode !== 'UNAVAILABLE')
      await reschedule(app.db, leased, new Date(app.clock().getTime() + REFUSED_WAIT_MS))
  }
}

/** Processes a tenant's items in sequence, because most assign numbers, and those are assigned one at a time. */
const processTenant = async (
  app: Using,
  work: DueWork,
  hasTime: () => boolean,
  [tenant, items]: readonly [Id, readonly DueItem[]],
  tally: Tally,
) => {
  const closed = (await findTenant(app.db, tenant))?.closedAt
  for (const each of items) {
    if (!hasTime()) return
    if (closed) await reschedule(app.db, each.item, undefined)
    else await processOne(app, work, hasTime, each, tally)
  }
}

const MAX_CONCURRENT_TENANTS = 8

/** Processes all due items of a kind, of every tenant. The next run does what this one has no time for. */
export const processDue = async (app: Using, work: DueWork, hasTime: () => boolean): Promise<Tally> => {
  const tally: Tally = { items: 0, done: 0, failed: 0 }
  const seen = new Set<Id>()
  while (hasTime()) {
    const fresh = (await listDueItems(app.db, work.kind, app.clock())).filter(({ id }) => !seen.has(id))
    if (!fresh.length) break
    for (const { id } of fresh) seen.add(id)
    const waiting = [...Map.groupBy(fresh, ({ tenant }) => tenant)]
    const runWorker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await processTenant(app, work, hasTime, next, tally)
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT_TENANTS }, runWorker))
  }
  return tally
}
