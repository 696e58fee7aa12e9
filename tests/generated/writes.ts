import { app, useApp } from '../../lib/platform/app/app.ts'
import type { Id } from '../../lib/platform/id.ts'
import { type Action, keyOf, type Table } from '../../lib/platform/store/table/table.ts'

/** Lists the keys of a tenant that were written during the work. */
export const listWrites = async (tenant: Id, work: () => Promise<void>): Promise<string[]> => {
  const before = app()
  const { db } = before
  const written: string[] = []
  const note = (actions: readonly Action[]) => {
    for (const action of actions) {
      const { pk, sk } = keyOf(action)
      if (!('check' in action) && pk.includes(tenant)) written.push(`${pk} ${sk}`)
    }
  }
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
  useApp({ ...before, db: watched })
  try {
    await work()
  } finally {
    useApp(before)
  }
  return written
}
