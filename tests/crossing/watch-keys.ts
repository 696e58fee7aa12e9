import { app } from '../../lib/platform/app/app.ts'
import { type Action, type Key, keyOf, type Table } from '../../lib/platform/store/table/table.ts'
import { workOn } from '../generated/writes.ts'

/** A partition that was read or written. */
export interface Touched {
  pk: string
  isWrite: boolean
}

/** Lists the partitions that are read and written during the work, whether or not a condition fails. */
export const watchKeys = async (work: () => Promise<void>): Promise<Touched[]> => {
  const { db } = app()
  const touched: Touched[] = []
  const read = ({ pk }: Pick<Key, 'pk'>) => touched.push({ pk, isWrite: false })
  const write = (actions: readonly Action[]) => {
    for (const action of actions) touched.push({ pk: keyOf(action).pk, isWrite: !('check' in action) })
  }
  const watched: Table = {
    ...db,
    async get(key) {
      read(key)
      return await db.get(key)
    },
    async batchGet(keys) {
      for (const key of keys) read(key)
      return await db.batchGet(keys)
    },
    async query(range) {
      read(range)
      return await db.query(range)
    },
    async put(action) {
      write([action])
      return await db.put(action)
    },
    async update(action) {
      write([action])
      return await db.update(action)
    },
    async transact(actions, token) {
      write(actions)
      return await db.transact(actions, token)
    },
  }
  await workOn(watched, work)
  return touched
}
