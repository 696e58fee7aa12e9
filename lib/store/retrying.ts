import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '../problem.ts'
import { type Table, TransientFault } from './table.ts'

const MOST_ATTEMPTS = 9
const FIRST_WAIT_MS = 8
const LONGEST_WAIT_MS = 400

const patiently = async <T>(call: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof TransientFault)) throw error
      if (attempt === MOST_ATTEMPTS)
        throw new Problem('UNAVAILABLE', 'The service is overloaded; try again in a moment.', {
          headers: { 'Retry-After': '1' },
          cause: error,
        })
      // Full jitter: writers that collided once must not collide in step again.
      await wait(Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt))
    }
  }
}

/** Repeats what failed for no reason of the data's. A transaction keeps its token, so a lost reply is not a second write. */
export const retrying = (table: Table): Table => ({
  get: (key) => patiently(() => table.get(key)),
  batchGet: (keys) => patiently(() => table.batchGet(keys)),
  query: (range) => patiently(() => table.query(range)),
  put: (put) => patiently(() => table.put(put)),
  update: (update) => patiently(() => table.update(update)),
  transact: (actions, token = randomUUID()) => patiently(() => table.transact(actions, token)),
})
