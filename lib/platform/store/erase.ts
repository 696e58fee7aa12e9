import { CHANGES, countsPartition, type Entity, partition } from './entities/entity.ts'
import { ID_BUCKETS } from './entities/list-order.ts'
import { readPages } from './table/read-pages.ts'
import { type Key, MAX_ACTIONS, type Table } from './table/table.ts'

export const deleteAll = async (db: Table, keys: readonly Key[]): Promise<void> => {
  for (let start = 0; start < keys.length; start += MAX_ACTIONS)
    await db.transact(keys.slice(start, start + MAX_ACTIONS).map(({ pk, sk }) => ({ delete: { pk, sk } })))
}

/** Deletes the items of a partition, except one, and returns their number. */
export const erasePartition = async (db: Table, pk: string, except?: string): Promise<number> => {
  let erased = 0
  for await (const page of readPages(db, { pk })) {
    const items = page.filter(({ sk }) => sk !== except)
    await deleteAll(db, items)
    erased += items.length
  }
  return erased
}

/**
 * Deletes all resources of a kind in a tenant or similar scope, with everything derived from them. The counts, which
 * name the lists, are deleted last, so that an interrupted erasure can be repeated.
 */
export const eraseLists = async <T>(db: Table, { name }: Entity<T>, scope: string): Promise<void> => {
  const counts = countsPartition(scope, name, {})
  const nodes = await db.query({ pk: counts, prefix: `${ID_BUCKETS.level}#` })
  const lists = new Set(nodes.flatMap(({ pk: _pk, sk: _sk, n: _n, [CHANGES]: _v, ...numbers }) => Object.keys(numbers)))
  for (const list of [...lists, 'words', 'unique']) await erasePartition(db, partition(scope, `${name}?${list}`))
  await erasePartition(db, partition(scope, name))
  await erasePartition(db, counts)
}
