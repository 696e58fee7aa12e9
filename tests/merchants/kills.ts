import { type App, app, useApp } from '../../lib/platform/app/app.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import type { Among } from './new-order.ts'

/** Calls after which a process is killed at the latest. */
const MAX_CALLS = 40
const FEW_CALLS = 5

class Killed extends Error {}

/** Wraps the calls of the app to its table, its queues and the shop, so that a process may die between any two of them. */
export const makeMortal = (among: Among) => {
  /** Calls that the process has left. */
  let left = Number.POSITIVE_INFINITY
  let isWhole = false
  let isDead = false
  let hasDied = false

  const call = async <T>(does: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Killed('killed')
    if (left-- > 0) return await does()
    left = Number.POSITIVE_INFINITY
    hasDied = true
    isDead = isWhole
    // The call may have had its effect.
    if (among(2)) await does()
    throw new Killed('killed')
  }

  return {
    install: () => {
      const { db, queues, outbound } = app()
      const mortal: Table = {
        ...db,
        put: (put) => call(() => db.put(put)),
        update: (update) => call(() => db.update(update)),
        transact: (actions, token) => call(() => db.transact(actions, token)),
      }
      const installed: App = {
        ...app(),
        db: mortal,
        queues: { ...queues, send: (queue, messages) => call(() => queues.send(queue, messages)) },
        outbound: { ...outbound, send: (request) => call(() => outbound.send(request)) },
      }
      useApp(installed)
    },
    /** Runs a process, which may be killed; of several (`many`) one fails at one call. Returns true if it was killed. */
    async run(process: () => Promise<unknown>, many = false): Promise<boolean> {
      if (among(2)) {
        await process()
        return false
      }
      // Many processes make few calls.
      left = among(among(2) ? MAX_CALLS : FEW_CALLS)
      isWhole = !many
      hasDied = false
      try {
        await process()
      } catch (error) {
        if (!hasDied) throw error
      } finally {
        left = Number.POSITIVE_INFINITY
        isDead = false
      }
      return hasDied
    },
  }
}
