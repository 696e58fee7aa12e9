import { randomInt } from 'node:crypto'
import type { Id } from '../../id.ts'
import type { Item, Key, Table } from './table.ts'

const SHARDS = '0123'

/** Returns the partitions of the `due` index for a kind, in each of which the earliest item is first. */
export const listDuePartitions = (kind: string) => [...SHARDS].map((shard) => `${kind}#${shard}`)

export const getDuePartition = (kind: string, id: Id) => `${kind}#${SHARDS[id.charCodeAt(25) % SHARDS.length]}`

/** Attributes with which an item is in the `due` index; an item without them is not due. */
export interface Due {
  duePk?: string | undefined
  dueSk?: string | undefined
}

/** Takes an item out of the `due` index. */
export const NOT_DUE: Due = { duePk: undefined, dueSk: undefined }

/** Returns the tenant of an item, since the index holds the items of all tenants. */
export const getTenantOfKey = ({ pk }: Pick<Key, 'pk'>): Id => {
  const [, tenant = ''] = pk.split('#')
  return tenant
}

/**
 * Returns the keys of items of a kind that are due by then, of all tenants: at most so many of each partition, earliest first.
 */
export const listDue = async (
  db: Table,
  kind: string,
  now: Date,
  maxPerPartition: number | undefined,
): Promise<Item[]> => {
  const range = { to: now.toISOString(), index: 'due', ...(maxPerPartition && { limit: maxPerPartition }) } as const
  return (await Promise.all(listDuePartitions(kind).map((pk) => db.query({ pk, ...range })))).flat()
}

const UNIQUE_DIGITS = 6

/**
 * Returns the timestamp with random digits after its milliseconds, by which a call that is repeated because its answer was
 * lost recognizes its own change. It is in order with other timestamps.
 */
const toUniqueTimestamp = (at: Date): string =>
  at.toISOString().replace('Z', `${String(randomInt(10 ** UNIQUE_DIGITS)).padStart(UNIQUE_DIGITS, '0')}Z`)

/**
 * Makes a due item due at another time, or never again if `until` is undefined. Returns the item as it is then, or undefined
 * if another caller has rescheduled it since it was read: whoever reschedules an item may work on it until then.
 */
export const reschedule = async (
  db: Pick<Table, 'update'>,
  item: Item,
  until: Date | undefined,
): Promise<Item | undefined> => {
  const { pk, sk, dueSk } = item
  const next = until && toUniqueTimestamp(until)
  const { ok, item: found } = await db.update({
    update: { pk, sk },
    set: next ? 'SET #dueSk = :next' : 'REMOVE #duePk, #dueSk',
    when: '#dueSk = :dueSk',
    values: { ':dueSk': dueSk, ...(next && { ':next': next }) },
  })
  return ok || (next && found?.dueSk === next) ? { ...item, dueSk: next } : undefined
}
