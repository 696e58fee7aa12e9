import { app, useApp } from '../../lib/platform/app/app.ts'
import type { Id } from '../../lib/platform/id.ts'
import { type Action, keyOf, type Table } from '../../lib/platform/store/table/table.ts'

/** Does the work with another table, and then uses the former one again. */
export const workOn = async (db: Table, work: () => Promise<void>): Promise<void> => {
  const before = app()
  useApp({ ...before, db })
  try {
    await work()
  } finally {
    useApp(before)
  }
}

/** Lists what was written during the work. */
export const watchWrites = async (work: () => Promise<void>): Promise<Action[]> => {
  const { db } = app()
  const written: Action[] = []
  const note = (actions: readonly Action[]) => written.push(...actions.filter((action) => !('check' in action)))
  const watched: Table = {
    ...db,
    async put(action) {
      const outcome = await db.put(action)
      if (outcome.ok) note([action])
      return outcome
    },
    async update(action) {
      const outcome = await db.update(action)
      if (outcome.ok) note([action])
      return outcome
    },
    async transact(actions, token) {
      const outcome = await db.transact(actions, token)
      if (outcome.committed) note(actions)
      return outcome
    },
  }
  await workOn(watched, work)
  return written
}

/** Lists the keys of a tenant that were written during the work. */
export const listWrites = async (tenant: Id, work: () => Promise<void>): Promise<string[]> =>
  (await watchWrites(work)).flatMap((action) => {
    const { pk, sk } = keyOf(action)
    return pk.includes(tenant) ? [`${pk} ${sk}`] : []
  })
