import { isDeepStrictEqual } from 'node:util'
import type { Id } from '../../id.ts'
import { derive } from '../entities/derive.ts'
import { CHANGES, countsPartition, fromItem, type ListOf, partition, type Stored } from '../entities/entity.ts'
import { getListOrder, ID_BUCKETS } from '../entities/list-order.ts'
import { deleteAll } from '../erase.ts'
import { LANDMARKS_PREFIX } from '../lists/find-landmark.ts'
import { readPages } from '../table/read-pages.ts'
import type { Item, Table } from '../table/table.ts'
import { type CountedLevels, type Counts, countDrift, type Drift, noteLevels, tally } from './counts.ts'
import { recountDated } from './recount-dated.ts'
import { recountOutlines } from './recount-outlines.ts'
import { findSuspectRows, type Recount, recheckAll, recountSideRows } from './recount-side-rows.ts'

export interface Recounted {
  items: number
  differences: number
  /** Number of buckets that changed during each attempt to count them. The next run counts them again. */
  moving: number
}

const TRIES = 3

/** Returns the buckets that have items or counts. */
const listBuckets = async ({ db, kind, tenant }: Recount, counts: CountedLevels): Promise<string[]> => {
  const buckets = new Set<string>()
  const pk = partition(tenant, kind.name)
  for (let from = '0'; ; ) {
    const [first] = await db.query({ pk, from, limit: 1 })
    if (!first) break
    const bucket = first.sk.slice(0, ID_BUCKETS.digits)
    buckets.add(bucket)
    from = `${bucket}~`
  }
  for (const each of counts.keys())
    for (const { sk } of await db.query({ pk: each, prefix: `${ID_BUCKETS.level}#`, only: [] }))
      buckets.add(sk.split('#', 2)[1] ?? '')
  return [...buckets].sort()
}

/** Returns the revision of each item. If none has changed, nothing derived from them has. */
const readRevisions = async ({ db, kind, tenant }: Recount, bucket: string, each: (item: Item) => void = () => {}) => {
  const revs = new Map<Id, unknown>()
  for await (const page of readPages(db, { pk: partition(tenant, kind.name), from: bucket, to: `${bucket}~` }))
    for (const item of page) {
      revs.set(item.sk, item.rev)
      each(item)
    }
  return revs
}

/**
 * Corrects counts by adding to them, so that concurrent writes stay counted, and counts the change. Returns the number of
 * differences.
 */
const correct = async ({ db, kind, repair, found }: Recount, drift: readonly Drift[]): Promise<number> => {
  for (const { key, name, by } of drift) {
    found({ kind: kind.name, about: name, pk: key.pk, remedy: Number(by) })
    if (repair)
      await db.transact([
        {
          update: key,
          set: 'ADD #c :by, #v :one',
          names: { '#c': name, '#v': CHANGES },
          values: { ':by': by, ':one': 1 },
        },
      ])
  }
  return drift.length
}

interface Partitions {
  rows: Set<string>
  counts: CountedLevels
}

const recountBucket = async (recount: Recount, bucket: string, partitions: Partitions): Promise<Recounted> => {
  const { db, kind, tenant } = recount
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const counts: Counts = new Map()
    const rows = new Map<string, Set<Id>>()
    const before = await readRevisions(recount, bucket, (item) => {
      const derived = derive(kind, tenant, fromItem<Stored>(item))
      const inTime = derived.counts.filter(({ dated }) => !dated)
      tally(counts, inTime)
      noteLevels(partitions.counts, inTime)
      for (const { pk, kind: of } of derived.rows.values()) {
        if (of !== 'row') continue
        partitions.rows.add(pk)
        rows.set(pk, (rows.get(pk) ?? new Set()).add(item.sk))
      }
    })
    const suspects = await findSuspectRows(recount, bucket, partitions.rows, rows)
    const drift = await countDrift(db, bucket, partitions.counts, counts)
    if (drift.length && !isDeepStrictEqual(before, await readRevisions(recount, bucket))) continue
    const differences = (await recheckAll(recount, suspects)) + (await correct(recount, drift))
    return { items: before.size, differences, moving: 0 }
  }
  return { items: 0, differences: 0, moving: 1 }
}

/** No rows are stored without the merged facet. */
const hasRows = ({ merged }: ListOf<Stored>, name: string) =>
  !merged || name.split('&').some((pair) => pair.startsWith(`${merged.facet}=`))

/** Lists the partitions that have counts, even if no item is left in them. */
const listCountedPartitions = async ({ db, kind, tenant }: Recount): Promise<Partitions> => {
  const rows = new Set<string>()
  const all = kind.lists.find((list) => !list.by && !getListOrder(list).field)
  if (!all) return { rows, counts: new Map() }
  const counts = countsPartition(tenant, kind.name, {})
  const nodes = await db.query({ pk: counts, prefix: `${ID_BUCKETS.level}#` })
  for (const { pk: _pk, sk: _sk, [CHANGES]: _v, ...numbers } of nodes)
    for (const name of Object.keys(numbers))
      if (name !== 'n' && hasRows(all, name)) rows.add(partition(tenant, `${kind.name}?${name}`))
  return { rows, counts: new Map([[counts, new Set(getListOrder(all).levels.map(({ level }) => level))]]) }
}

/** Readers build them again, so none outlives a repair for long. */
const removeLandmarks = async (db: Table, counts: string): Promise<void> => {
  for await (const page of readPages(db, { pk: counts, from: LANDMARKS_PREFIX, to: `${LANDMARKS_PREFIX}~` }))
    await deleteAll(db, page)
}

/**
 * Compares everything derived from a tenant's items of a kind with the items, one bucket after the other. Lists by a `by`
 * field are checked only if an item is in them. Stops between buckets if `hasTime` returns false.
 */
export const recount = async (work: Recount, hasTime: () => boolean): Promise<Recounted | 'out of time'> => {
  const partitions = await listCountedPartitions(work)
  const total: Recounted = { items: 0, differences: 0, moving: 0 }
  for (const bucket of await listBuckets(work, partitions.counts)) {
    if (!hasTime()) return 'out of time'
    const { items, differences, moving } = await recountBucket(work, bucket, partitions)
    total.items += items
    total.differences += differences
    total.moving += moving
  }
  if (!hasTime()) return 'out of time'
  total.differences += (await recountSideRows(work)) + (await recountOutlines(work))
  const dated = await recountDated(work)
  total.differences += dated.differences + (await correct(work, dated.drift))
  total.moving += dated.moving
  for (const pk of [...partitions.counts.keys(), ...dated.counts]) await removeLandmarks(work.db, pk)
  return total
}
