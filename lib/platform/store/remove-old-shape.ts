import type { Id } from '../id.ts'
import { deriveUnstoredPartitions } from './entities/derive.ts'
import { CHANGES, countsPartition, type Entity, fromItem, listName, partition, type Stored } from './entities/entity.ts'
import { getListOrder } from './entities/list-order.ts'
import { deleteAll, erasePartition } from './erase.ts'
import type { ListedKind } from './recount/recount-tenants.ts'
import { readPages } from './table/read-pages.ts'
import type { Key, Table } from './table/table.ts'

// End of the last run:  P#list-shape / NEXT   tenant   first tenant of the next run

const NEXT: Key = { pk: 'P#list-shape', sk: 'NEXT' }

/** Places of a kind's lists in a tenant: the levels at which each partition counts, and partitions of rows that nothing reads. */
interface Places {
  levels: Map<string, ReadonlySet<string>>
  unread: Set<string>
}

const listLevels = (list: Entity<Stored>['lists'][number]): ReadonlySet<string> =>
  new Set(getListOrder(list).levels.map(({ level }) => String(level)))

/** Lists without a `by` field are found even if they have no item left. */
const findWholeLists = async (db: Table, { name: kind, lists }: Entity<Stored>, tenant: Id, places: Places) => {
  for (const list of lists.filter(({ by }) => !by)) {
    const name = listName(kind, getListOrder(list).field)
    const counts = countsPartition(tenant, name, {})
    places.levels.set(counts, listLevels(list))
    const { merged } = list
    if (!merged) continue
    for (const { pk: _pk, sk: _sk, [CHANGES]: _v, n: _n, ...numbers } of await db.query({ pk: counts }))
      for (const narrowed of Object.keys(numbers))
        if (narrowed.includes('=') && !narrowed.split('&').some((pair) => pair.startsWith(`${merged.facet}=`)))
          places.unread.add(partition(tenant, `${name}?${narrowed}`))
  }
}

const findPlaces = async (db: Table, kind: Entity<Stored>, tenant: Id): Promise<Places> => {
  const places: Places = { levels: new Map(), unread: new Set() }
  await findWholeLists(db, kind, tenant, places)
  for await (const page of readPages(db, { pk: partition(tenant, kind.name) }))
    for (const item of page)
      for (const { list, counts, unstored } of deriveUnstoredPartitions(kind, tenant, fromItem<Stored>(item))) {
        if (!places.levels.has(counts)) places.levels.set(counts, listLevels(list))
        for (const pk of unstored) places.unread.add(pk)
      }
  return places
}

const removeLevels = async (db: Table, counts: string, levels: ReadonlySet<string>): Promise<number> => {
  let removed = 0
  for await (const page of readPages(db, { pk: counts })) {
    const old = page.filter(({ sk }) => /^\d#/.test(sk) && !levels.has(sk.charAt(0)))
    await deleteAll(db, old)
    removed += old.length
  }
  return removed
}

const removeOfKind = async (db: Table, kind: Entity<Stored>, tenant: Id): Promise<number> => {
  const { levels, unread } = await findPlaces(db, kind, tenant)
  let removed = 0
  for (const [counts, own] of levels) removed += await removeLevels(db, counts, own)
  for (const pk of unread) removed += await erasePartition(db, pk)
  return removed
}

/**
 * Removes what an earlier version stored for lists and nothing reads any more: counts at other levels, and rows without a
 * merged facet. The deployment may go on working, and a run that was interrupted is continued by the next one. Lists by a
 * field are found by their items, so little may remain of those that have none left.
 */
export const removeOldShape = async (
  db: Table,
  kinds: readonly ListedKind[],
): Promise<{ tenants: number; removed: number }> => {
  const from = (await db.get<{ tenant?: Id }>(NEXT))?.tenant
  let [tenants, removed] = [0, 0]
  for await (const page of readPages(db, { pk: 'P#tenants', ...(from && { from }) }))
    for (const { sk: tenant } of page) {
      await db.put({ put: { ...NEXT, kind: 'list-shape', tenant } })
      for (const { kind, listScopes } of kinds)
        for (const scope of await listScopes(db, tenant)) removed += await removeOfKind(db, kind, scope)
      tenants++
    }
  await db.put({ put: { ...NEXT, kind: 'list-shape' } })
  return { tenants, removed }
}
