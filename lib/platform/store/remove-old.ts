import { type Id, newId } from '../id.ts'
import { derive, type Entity, fromItem, partition, type Stored } from './entities/entity.ts'
import { findAll } from './lists/list.ts'
import { type Key, MAX_ACTIONS, type Table } from './table/table.ts'
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

/** Deletes the counts of empty buckets, whose number would otherwise grow forever. */
const removeEmptyCounts = async <T extends Stored>(db: Table, kind: Entity<T>, tenant: Id, removed: readonly T[]) => {
  const keys = new Map<string, Key>()
  for (const record of removed)
    for (const { key } of derive(kind, tenant, record).counts)
      if (!key.sk.startsWith('0#')) keys.set(`${key.pk}\n${key.sk}`, key)
  const nodes = await db.batchGet([...keys.values()])
  const empty = nodes.filter(({ n }) => n === 0)
  for (let start = 0; start < empty.length; start += MAX_ACTIONS)
    await db.transact(
      empty.slice(start, start + MAX_ACTIONS).map(({ pk, sk }) => ({
        delete: { pk, sk },
        when: '#n = :none',
        values: { ':none': 0 },
      })),
    )
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
