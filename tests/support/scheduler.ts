import { AsyncLocalStorage } from 'node:async_hooks'
import { type Table, TransientFault } from '../../lib/platform/store/table/table.ts'

interface Turn {
  actor: string
  go: () => void
}

/**
 * Lets several pieces of work continue one table call at a time, in an order that `among` chooses. Nothing else decides
 * between two calls, so the same choices give the same history.
 */
export const makeScheduler = (among: (most: number) => number, passTime: () => void) => {
  const actors = new AsyncLocalStorage<string>()
  const waiting: Turn[] = []
  const running = new Map<Promise<unknown>, string>()
  const failures: unknown[] = []

  const turn = async () => {
    const actor = actors.getStore()
    if (actor === undefined) return
    await new Promise<void>((go) => waiting.push({ actor, go }))
  }

  const after = async <T>(call: () => Promise<T>): Promise<T> => {
    await turn()
    return await call()
  }

  /** A call whose answer is lost may be executed long after its caller has abandoned it. */
  const late = <T>(call: () => Promise<T>, isLate: () => boolean): Promise<T> => {
    if (actors.getStore() === undefined || !isLate()) return after(call)
    void after(call).catch(() => undefined)
    return Promise.reject(new TransientFault('unreachable'))
  }

  return {
    /** Starts a piece of work; `run` throws its error. */
    begin(actor: string, work: () => Promise<unknown>): void {
      const done: Promise<unknown> = actors
        .run(actor, work)
        .catch((error: unknown) => failures.push(error))
        .finally(() => running.delete(done))
      running.set(done, actor)
    },

    /** Names the pieces of work that have not ended. */
    listRunning: (): string[] => [...running.values()],

    /** Makes a call to another party when it is the turn of the piece of work. */
    call: after,

    /** Table for the pieces of work. */
    scheduled: (table: Table, isLate: () => boolean = () => false): Table => ({
      get: (key) => after(() => table.get(key)),
      batchGet: (keys) => after(() => table.batchGet(keys)),
      query: (range) => after(() => table.query(range)),
      put: (put) => late(() => table.put(put), isLate),
      update: (update) => late(() => table.update(update), isLate),
      transact: (actions, token) => late(() => table.transact(actions, token), token ? isLate : () => false),
    }),

    /** Runs until all work is done; `between` may start more work. */
    async run(between: () => void): Promise<void> {
      while (running.size) {
        // After this, everything that waits for neither the table nor the clock has continued.
        await new Promise((resolve) => setImmediate(resolve))
        if (failures.length) throw failures[0]
        if (!running.size) return
        between()
        if (waiting.length) waiting.splice(among(waiting.length), 1)[0]?.go()
        else passTime()
      }
      if (failures.length) throw failures[0]
    },
  }
}
