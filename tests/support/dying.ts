import { type App, app } from '../../lib/platform/app/app.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'

/** Makes the app of a process that dies at this transaction, before or after it is written. */
export const dyingAt = (transaction: number, after: boolean): App => {
  const { db } = app()
  let begun = 0
  const transact: Table['transact'] = async (actions) => {
    if (++begun !== transaction) return await db.transact(actions)
    if (after) await db.transact(actions)
    throw new Error('killed')
  }
  return { ...app(), db: { ...db, transact } }
}
