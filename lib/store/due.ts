import type { Id } from '../id.ts'
import type { Key } from './table.ts'

const SHARDS = '0123'

/** Partitions of the `due` index in which what waits of a kind stands, earliest first. */
export const duePartitions = (kind: string) => [...SHARDS].map((shard) => `${kind}#${shard}`)

export const dueIn = (kind: string, id: Id) => `${kind}#${SHARDS[id.charCodeAt(25) % SHARDS.length]}`

/** Where an item stands in the index while something is to be done about it; without both it does not. */
export interface Due {
  duePk?: string | undefined
  dueSk?: string | undefined
}

/** Whose an item of the index is, which holds those of all tenants. */
export const tenantOf = ({ pk }: Pick<Key, 'pk'>): Id => pk.split('#')[1] as Id
