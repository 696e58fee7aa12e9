import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { computePause } from '../../back-off/compute-retry-time.ts'
import type { Deadline } from '../../deadline.ts'
import { unavailable } from '../../problem.ts'
import { type Item, type Key, PartialRead, type Table, TransientFault, typeReads, type UntypedTable } from './table.ts'

const MAX_ATTEMPTS = 9
const BACK_OFF = { firstMs: 16, maxMs: 400 }

const OVERLOADED = 'The service is overloaded. Try again in a moment.'

/** The underlying table of each table with retries, to create another one with a deadline. */
const retried = new WeakMap<Table, Table>()

/** Retries transient faults. A transaction keeps its token, so that it is not written twice if a reply is lost. */
export const retryTable = (table: Table, deadline?: Deadline): Table => {
  const retry = async <T>(call: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof TransientFault)) throw error
        // Full jitter keeps writers that collided from colliding again.
        const pauseMs = Math.random() * computePause(attempt, BACK_OFF)
        const isInTime = !deadline || deadline.millisecondsLeft() > pauseMs
        if (attempt === MAX_ATTEMPTS || !isInTime) throw unavailable(OVERLOADED, { cause: error })
        await sleep(pauseMs)
      }
    }
  }
  /** Keeps what a throttled table has answered, and asks again only for the rest. */
  const readAll = async (keys: readonly Key[]): Promise<Item[]> => {
    const found: Item[] = []
    let left = keys
    const readLeft = async () => {
      try {
        return await table.batchGet(left)
      } catch (error) {
        if (error instanceof PartialRead) {
          found.push(...error.items)
          left = error.left
        }
        throw error
      }
    }
    const rest = await retry(readLeft)
    return [...found, ...rest]
  }
  const made: Table = typeReads({
    get: (key) => retry(() => table.get(key)),
    batchGet: readAll,
    query: (range) => retry(() => table.query(range)),
    put: (put) => retry(() => table.put(put)),
    update: (update) => retry(() => table.update(update)),
    transact: (actions, token = randomUUID()) => retry(() => table.transact(actions, token)),
  } satisfies UntypedTable)
  retried.set(made, table)
  return made
}

/** Returns the table with retries until the deadline. A table without retries is returned as it is. */
export const retryingUntil = (table: Table, deadline: Deadline): Table => {
  const beneath = retried.get(table)
  return beneath ? retryTable(beneath, deadline) : table
}
