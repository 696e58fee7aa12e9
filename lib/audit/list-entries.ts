import type { AuditEntry } from '../../schemas/audit/entry.ts'
import type { Id } from '../platform/id.ts'
import type { AuditItem } from '../platform/store/audit/audit-item.ts'
import type { Table } from '../platform/store/table/table.ts'
import { findLastSeal, firstIdAt, type Narrowing, readItems, readNarrowedItems } from './audit-store.ts'
import { presentEntries } from './present-entries.ts'

export interface EntryFilters {
  resourceType?: string | undefined
  resourceId?: Id | undefined
  actorId?: Id | undefined
  action?: string | undefined
  /** Inclusive. */
  from?: string | undefined
  /** Exclusive. */
  to?: string | undefined
  /** Id of the last entry that was read before; older ones follow. */
  cursor?: Id | undefined
}

export interface EntryPage {
  member: AuditEntry[]
  /** Null if there are no more entries. */
  nextCursor: Id | null
}

const ITEMS_AT_ONCE = 100
/** Bounds the work of a request whose filters match few entries; the next page continues. */
const MAX_ITEMS = 2000

const OLDEST: Id = '0'
const NEWEST: Id = '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'

const buildFilter =
  ({ resourceType, resourceId, actorId, action, cursor = '~' }: EntryFilters) =>
  (entry: AuditEntry) =>
    entry.id < cursor &&
    (resourceType === undefined || entry.resourceType === resourceType) &&
    (resourceId === undefined || entry.resourceId === resourceId) &&
    (actorId === undefined || entry.actorId === actorId) &&
    (action === undefined || entry.action === action)

const min = (one: Id, other: Id) => (one < other ? one : other)
const max = (one: Id, other: Id) => (one < other ? other : one)

/** Returns the id just before another one in the order of sort keys. */
const before = (id: Id) => `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`

interface Batch {
  items: AuditItem[]
  /** Id up to which the next batch reads; undefined after the last. */
  to: Id | undefined
}

const readBatch = async (db: Table, tenant: Id, range: { from: Id; to: Id }): Promise<Batch> => {
  const items = await readItems(db, tenant, { ...range, limit: ITEMS_AT_ONCE })
  const last = items.at(-1)
  return { items, to: items.length < ITEMS_AT_ONCE || !last ? undefined : before(last.sk) }
}

const readNarrowedBatch = async (
  db: Table,
  tenant: Id,
  [by, value]: readonly [Narrowing, string],
  range: { from: Id; to: Id },
): Promise<Batch> => {
  const { items, last } = await readNarrowedItems(db, tenant, by, value, { ...range, limit: ITEMS_AT_ONCE })
  return { items, to: last && before(last) }
}

const readSealedUpTo = async (db: Table, tenant: Id): Promise<Id> => {
  const seal = await findLastSeal(db, tenant)
  return seal ? firstIdAt(new Date(seal.to)) : OLDEST
}

/** Reads items newest first. What is sealed is found by the rows of the resource or actor, and what is newer in the trail. */
const readBatches = async function* (db: Table, tenant: Id, filters: EntryFilters): AsyncGenerator<Batch> {
  const { resourceId, actorId, from, to, cursor = NEWEST } = filters
  const oldest = from === undefined ? OLDEST : firstIdAt(new Date(from))
  const newest = min(cursor, to === undefined ? NEWEST : before(firstIdAt(new Date(to))))
  const narrowing = resourceId ? (['resourceId', resourceId] as const) : actorId && (['actorId', actorId] as const)
  const border = narrowing ? max(oldest, await readSealedUpTo(db, tenant)) : oldest
  for (let next: Id | undefined = newest; next !== undefined && next >= border; ) {
    const batch: Batch = await readBatch(db, tenant, { from: border, to: next })
    yield { ...batch, to: batch.to ?? (narrowing && border > oldest ? before(border) : undefined) }
    next = batch.to
  }
  if (!narrowing) return
  for (let next: Id | undefined = min(newest, before(border)); next !== undefined && next >= oldest; ) {
    const batch: Batch = await readNarrowedBatch(db, tenant, narrowing, { from: oldest, to: next })
    yield batch
    next = batch.to
  }
}

/**
 * Returns entries newest first, at most `limit`. There are fewer, or none, before the last page if few of the entries that
 * were read match.
 */
export const listEntries = async (
  db: Table,
  tenant: Id,
  filters: EntryFilters,
  limit: number,
  maxItems = MAX_ITEMS,
): Promise<EntryPage> => {
  const fits = buildFilter(filters)
  const member: AuditEntry[] = []
  let count = 0
  for await (const { items, to } of readBatches(db, tenant, filters)) {
    for (const item of items)
      for (const entry of presentEntries(item))
        if (fits(entry)) {
          if (member.length === limit) return { member, nextCursor: member.at(-1)?.id ?? null }
          member.push(entry)
        }
    count += items.length
    const last = items.at(-1)?.sk
    if (count >= maxItems && last && to !== undefined) return { member, nextCursor: last }
  }
  return { member, nextCursor: null }
}
