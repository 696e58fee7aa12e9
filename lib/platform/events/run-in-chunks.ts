import type { Id } from '../id.ts'
import type { Table } from '../store/table/table.ts'
import { runInUnit, type Unit } from '../store/unit.ts'
import type { TaskData } from './outbox/task.ts'

interface Chunked<T extends keyof TaskData> {
  task: T
  data: TaskData[T] & { tenant: Id }
  now: Date
  /** Chunks of one task; another task continues, so that each ends within its function's timeout. */
  most: number
}

/** Runs `work` in one transaction after another until it returns false. */
export const runInChunks = async <T extends keyof TaskData>(
  db: Table,
  { task, data, now, most }: Chunked<T>,
  work: (unit: Unit) => Promise<boolean>,
): Promise<void> => {
  for (let chunk = 1; chunk <= most; chunk++) {
    const more = await runInUnit(db, { tenant: data.tenant, actor: null, now, reserve: 1 }, async (unit) => {
      const isMore = await work(unit)
      if (isMore && chunk === most) unit.schedule(task, data)
      return isMore
    })
    if (!more) return
  }
}
