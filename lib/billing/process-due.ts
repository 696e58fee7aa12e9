import { findTenant } from '../iam/tenant.ts'
import type { App } from '../platform/app/app.ts'
import type { Id } from '../platform/id.ts'
import { Problem } from '../platform/problem.ts'
import { buildReschedule, getTenantOfKey, listDue } from '../platform/store/table/due.ts'
import type { Item, Table } from '../platform/store/table/table.ts'

/** What became of a look at something due: `more` where the next is due already. */
export interface Step {
  made: 0 | 1
  more: boolean
}

/** What a schedule does about whatever is due of one kind. */
export interface DueWork {
  /** As it stands in the index. */
  kind: string
  step(tenant: Id, id: Id): Promise<Step>
  failed(error: unknown, of: { tenant: Id; id: Id }): void
}

interface DueItem {
  tenant: Id
  id: Id
  item: Item
}

interface Tally {
  items: number
  made: number
  failed: number
}

type Using = Pick<App, 'db' | 'clock'>

/** For how long others leave something alone about which somebody is doing something. */
const LEASE_MS = 5 * 60_000

export const computeLeaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS)

/** How long something waits that cannot be done as things stand, such as what is in a currency that is no more. */
const REFUSED_WAIT_MS = 3600_000

const MAX_ITEMS_PER_PARTITION = 250

const listDueItems = async (db: Table, kind: string, now: Date): Promise<DueItem[]> => {
  const found = await listDue(db, kind, now, MAX_ITEMS_PER_PARTITION)
  return found.map((item) => ({ tenant: getTenantOfKey(item), id: item.sk, item }))
}

/** The item as it stands once it is put off; undefined where somebody has done so since. */
const putOff = async (db: Table, item: Item, until: Date | undefined): Promise<Item | undefined> => {
  const { ok } = await db.update(buildReschedule(item, until))
  return ok ? { ...item, dueSk: until?.toISOString() } : undefined
}

/**
 * Does what is due of one item, the oldest step first. Two runs may come to it at once: whoever puts it off has it,
 * and one that was killed leaves it to the next when the time is over. That is for speed alone; what keeps a step
 * from being done twice is its transaction.
 */
const processOne = async (app: Using, work: DueWork, hasTime: () => boolean, due: DueItem, tally: Tally) => {
  const { tenant, id, item } = due
  const held = await putOff(app.db, item, computeLeaseEnd(app.clock()))
  if (!held) return
  tally.items++
  try {
    for (let more = true; more && hasTime(); ) {
      const step = await work.step(tenant, id)
      tally.made += step.made
      more = step.more
    }
  } catch (error) {
    tally.failed++
    work.failed(error, { tenant, id })
    if (error instanceof Problem && error.errorCode !== 'UNAVAILABLE')
      await putOff(app.db, held, new Date(app.clock().getTime() + REFUSED_WAIT_MS))
  }
}

/** One item after the other: what a tenant is given a number for takes it in turn anyway. */
const processTenant = async (
  app: Using,
  work: DueWork,
  hasTime: () => boolean,
  items: readonly DueItem[],
  tally: Tally,
) => {
  const [{ tenant }] = items as [DueItem]
  const closed = (await findTenant(app.db, tenant))?.closedAt
  for (const each of items) {
    if (!hasTime()) return
    if (closed) await putOff(app.db, each.item, undefined)
    else await processOne(app, work, hasTime, each, tally)
  }
}

const TENANTS_AT_ONCE = 8

/** Does all that is due of a kind, of all tenants; what it has no time for, the next run does. */
export const processDue = async (app: Using, work: DueWork, hasTime: () => boolean): Promise<Tally> => {
  const tally: Tally = { items: 0, made: 0, failed: 0 }
  const seen = new Set<Id>()
  while (hasTime()) {
    const fresh = (await listDueItems(app.db, work.kind, app.clock())).filter(({ id }) => !seen.has(id))
    if (!fresh.length) break
    for (const { id } of fresh) seen.add(id)
    const waiting = [...Map.groupBy(fresh, ({ tenant }) => tenant).values()]
    const runWorker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await processTenant(app, work, hasTime, next, tally)
    }
    await Promise.all(Array.from({ length: TENANTS_AT_ONCE }, runWorker))
  }
  return tally
}
