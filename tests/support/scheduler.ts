import { AsyncLocalStorage } from 'node:async_hooks'
import { type Table, TransientFault } from '../../lib/platform/store/table/table.ts'

interface Turn {
  actor: string
  go: () => void
}

/**
 * Lets several pieces of work go on one call of the table at a time, in an order that is chosen by `among`. Between two
 * calls nothing else decides, so that the same choices give the same history.
 */
export const makeScheduler = (among: (most: number) => number, passTime: () => void) => {
  const actors = new AsyncLocalStorage<string>()
  const waiting: Turn[] = []
  const running = new Set<Promise<unknown>>()
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

  /** A call that is lost on its way back may be done long after its caller has given it up. */
  const late = <T>(call: () => Promise<T>, isLate: () => boolean): Promise<T> => {
    if (actors.getStore() === undefined || !isLate()) return after(call)
    void after(call).catch(() => undefined)
    return Promise.reject(new TransientFault('unreachable'))
  }

  return {
    /** Begins a piece of work; whatever it throws is kept for `run`. */
    begin(actor: string, work: () => Promise<unknown>): void {
      const done: Promise<unknown> = actors
        .run(actor, work)
        .catch((error: unknown) => failures.push(error))
        .finally(() => running.delete(done))
      running.add(done)
    },

    /** The table as the pieces of work see it. */
    scheduled: (table: Table, isLate: () => boolean = () => false): Table => ({
      get: (key) => after(() => table.get(key)),
      batchGet: (keys) => after(() => table.batchGet(keys)),
      query: (range) => after(() => table.query(range)),
      put: (put) => late(() => table.put(put), isLate),
      update: (update) => late(() => table.update(update), isLate),
      transact: (actions, token) => late(() => table.transact(actions, token), token ? isLate : () => false),
    }),

    /** Goes on until all work is done; `between` may begin more of it. */
    async run(between: () => void): Promise<void> {
      while (running.size) {
        // All that can go on without the table or the clock has gone on after this.
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
