import { CHANGES } from '../entities/entity.ts'
import type { Level } from '../entities/list-order.ts'
import type { Item, Table } from '../table/table.ts'

/** Both days are inclusive; an absent one leaves that side open. */
export interface DateRange {
  field: string
  from?: string | undefined
  to?: string | undefined
}

/** The items of a list whose sort keys begin with the prefix. */
export interface Bucket {
  prefix: string
  size: number
  /** Number of changes of the bucket, whichever filter they concern. */
  changes: number
}

export interface Counted {
  db: Table
  /** Partition of the counts. */
  pk: string
  /** Attribute with the count. */
  name: string
}

const readNumber = (node: Item, name: string) => (node[name] as number | undefined) ?? 0

/** Returns the buckets in their order, each with its shards and names added up. A single shard can be below zero. */
export const sumShards = (nodes: readonly Item[], ...names: readonly string[]): Bucket[] => {
  const found = new Map<string, Bucket>()
  for (const node of nodes) {
    const prefix = node.sk.slice(node.sk.indexOf('#') + 1, node.sk.lastIndexOf('#'))
    const bucket = found.get(prefix) ?? { prefix, size: 0, changes: 0 }
    for (const name of names) bucket.size += readNumber(node, name)
    bucket.changes += readNumber(node, CHANGES)
    found.set(prefix, bucket)
  }
  return [...found.values()]
}

/** Reads all buckets of a level, or those of a range of days, in one query. */
export const readBuckets = async (
  { db, pk, name }: Counted,
  { level }: Level,
  { from = '', to = '' }: Partial<DateRange> = {},
): Promise<Bucket[]> => {
  const nodes = await db.query({ pk, from: `${level}#${from}`, to: `${level}#${to}~`, only: [name, CHANGES] })
  return sumShards(nodes, name)
}

export const sumSizes = (buckets: readonly Bucket[]): number => buckets.reduce((total, { size }) => total + size, 0)
