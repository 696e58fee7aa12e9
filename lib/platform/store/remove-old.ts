import { type Id, newId } from '../id.ts'
import { derive } from './entities/derive.ts'
import {
  buildCountKey,
  CHANGES,
  COUNT_SHARDS,
  type Entity,
  fromItem,
  partition,
  removeShard,
  type Stored,
} from './entities/entity.ts'
import { findAll } from './lists/list.ts'
import { type Action, formatKey, type Item, MAX_ACTIONS, type Table } from './table/table.ts'
import { runInUnit } from './unit.ts'

const PAGE_SIZE = 100
const TIME_LENGTH = 10

interface Removing<T> {
  /** Resources that were created earlier are removed. */
  before: Date
  now: Date
  /** Returns true if the resource can be removed; one that is still in use stays, whatever its age. */
  isOver: (record: T) => boolean
  hasTime: () => boolean
}

const isEmpty = (nodes: readonly Item[]): boolean => {
  const names = new Set(nodes.flatMap(({ pk: _pk, sk: _sk, [CHANGES]: _v, ...numbers }) => Object.keys(numbers)))
  const readNumber = (node: Item, name: string) => BigInt((node[name] as number | bigint | undefined) ?? 0)
  return [...names].every((name) => nodes.reduce((sum, node) => sum + readNumber(node, name), 0n) === 0n)
}

const deleteUnchanged = ({ pk, sk, [CHANGES]: changes }: Item): Action => ({
  delete: { pk, sk },
  when: '#v = :v',
  values: { ':v': changes },
})

/** Deletes the counts of empty buckets, whose number would otherwise grow forever. */
const removeEmptyCounts = async <T extends Stored>(db: Table, kind: Entity<T>, tenant: Id, removed: readonly T[]) => {
  const buckets = new Map(
    removed.flatMap((record) => derive(kind, tenant, record).counts).map(({ bucket }) => [formatKey(bucket), bucket]),
  )
  const keys = [...buckets.values()].flatMap((bucket) =>
    Array.from({ length: COUNT_SHARDS }, (_, shard) => buildCountKey(bucket, shard)),
  )
  const byBucket = Map.groupBy(await db.batchGet(keys), ({ pk, sk }) => formatKey({ pk, sk: removeShard(sk) }))
  const deletions = [...byBucket.values()].filter(isEmpty).map((nodes) => nodes.map(deleteUnchanged))
  // The shards of a bucket are only zero together, so they are deleted together.
  const bucketsAtOnce = Math.floor(MAX_ACTIONS / COUNT_SHARDS)
  for (let start = 0; start < deletions.length; start += bucketsAtOnce)
    await db.transact(deletions.slice(start, start + bucketsAtOnce).flat())
}

/**
 * Removes a tenant's old resources of a kind with everything that derives from them, oldest first, so that lists and counts
 * stay exact. `isDone` is false if time was up before all were removed.
 */
export const removeOld = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  { before, now, isOver, hasTime }: Removing<T>,
): Promise<{ removed: number; isDone: boolean }> => {
  const to = newId(before).slice(0, TIME_LENGTH)
  let [removed, from] = [0, ' ']
  for (;;) {
    const items = await db.query({ pk: partition(tenant, kind.name), from, to, limit: PAGE_SIZE })
    let waiting = items.map((item) => fromItem<T>(item)).filter(isOver)
    while (waiting.length) {
      if (!hasTime()) return { removed, isDone: false }
      const ids = waiting.map(({ id }) => id)
      const { done, count } = await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
        const current = unit.isRerun ? (await findAll(db, kind, tenant, ids)).filter(isOver) : waiting
        const tooMany = current.findIndex((record) => !unit.attempt(() => unit.remove(kind, record)))
        if (tooMany < 0) return { done: ids.length, count: current.length }
        return { done: ids.indexOf(current[tooMany]?.id as Id), count: tooMany }
      })
      await removeEmptyCounts(db, kind, tenant, waiting.slice(0, done))
      removed += count
      waiting = waiting.slice(done)
    }
    if (items.length < PAGE_SIZE) return { removed, isDone: true }
    from = `${items.at(-1)?.sk}\u0000`
  }
}
