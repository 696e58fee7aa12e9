import { type Action, keyOf, type Table } from '../../lib/platform/store/table/table.ts'

export type Method = 'get' | 'batchGet' | 'query' | 'put' | 'update' | 'transact'

export interface Stalled {
  method: Method
  /** The partitions that the call is about. */
  partitions: string[]
}

export interface Stall {
  /** Resolves when a call is held up. */
  reached: Promise<Stalled>
  /** Resolves when no other call is under way. */
  settled: () => Promise<void>
  /** Lets the call go on, and every later one pass. */
  release: () => void
}

interface Armed {
  fits: (call: Stalled) => boolean
  /** Whether the database has done its work and only its answer is late. */
  afterwards: boolean
  reach: (call: Stalled) => void
  released: Promise<void>
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
/** Turns of the event loop in which nothing happened, after which nothing is about to happen. */
const QUIET_TURNS = 20

/** A table that answers as usual until it is told to hold up a call, and from there on every call that fits. */
export const stallingTable = (table: Table) => {
  let armed: Armed | undefined
  let underWay = 0

  const through = async <T>(call: Stalled, send: () => Promise<T>): Promise<T> => {
    const held = armed?.fits(call) ? armed : undefined
    if (!held) {
      underWay++
      return await send().finally(() => underWay--)
    }
    const answer = held.afterwards ? await send() : undefined
    held.reach(call)
    await held.released
    return held.afterwards ? (answer as T) : await send()
  }

  const of = (actions: readonly Action[]) => actions.map((action) => keyOf(action).pk)
  const stalling: Table = {
    get: (key) => through({ method: 'get', partitions: [key.pk] }, () => table.get(key)),
    batchGet: (keys) =>
      through({ method: 'batchGet', partitions: keys.map(({ pk }) => pk) }, () => table.batchGet(keys)),
    query: (range) => through({ method: 'query', partitions: [range.pk] }, () => table.query(range)),
    put: (put) => through({ method: 'put', partitions: [put.put.pk] }, () => table.put(put)),
    update: (update) => through({ method: 'update', partitions: [update.update.pk] }, () => table.update(update)),
    transact: (actions, token) =>
      through({ method: 'transact', partitions: of(actions) }, () => table.transact(actions, token)),
  }

  return {
    table: stalling,
    hold(fits: (call: Stalled) => boolean, { afterwards = false } = {}): Stall {
      let reach: (call: Stalled) => void = () => undefined
      let release: () => void = () => undefined
      const reached = new Promise<Stalled>((resolve) => (reach = resolve))
      const released = new Promise<void>((resolve) => (release = resolve))
      const mine = { fits, afterwards, reach, released }
      armed = mine
      return {
        reached,
        async settled() {
          for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
            await turn()
            if (underWay) quiet = 0
          }
        },
        release() {
          if (armed === mine) armed = undefined
          release()
        },
      }
    },
  }
}
