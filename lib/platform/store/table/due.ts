import type { Id } from '../../id.ts'
import type { Item, Key, Table, Update } from './table.ts'

const SHARDS = '0123'

/** Partitions of the `due` index in which what waits of a kind stands, earliest first. */
export const listDuePartitions = (kind: string) => [...SHARDS].map((shard) => `${kind}#${shard}`)

export const getDuePartition = (kind: string, id: Id) => `${kind}#${SHARDS[id.charCodeAt(25) % SHARDS.length]}`

/** Where an item stands in the index while something is to be done about it; without both it does not. */
export interface Due {
  duePk?: string | undefined
  dueSk?: string | undefined
}

/** Whose an item of the index is, which holds those of all tenants. */
export const getTenantOfKey = ({ pk }: Pick<Key, 'pk'>): Id => pk.split('#')[1] as Id

/** What waits of a kind, of all tenants, and is due by then: at most so many of each partition, earliest first in each. */
export const listDue = async (db: Table, kind: string, then: Date, mostOfAPartition: number): Promise<Item[]> => {
  const range = { to: then.toISOString(), index: 'due', limit: mostOfAPartition } as const
  return (await Promise.all(listDuePartitions(kind).map((pk) => db.query({ pk, ...range })))).flat()
}

/** Puts off what is due, unless somebody has done so since; undefined stands for never again. */
export const buildReschedule = ({ pk, sk, dueSk }: Item, until: Date | undefined): Update => ({
  update: { pk, sk },
  set: until ? 'SET #dueSk = :next' : 'REMOVE #duePk, #dueSk',
  when: '#dueSk = :dueSk',
  values: { ':dueSk': dueSk, ...(until && { ':next': until.toISOString() }) },
})
