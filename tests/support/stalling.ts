import { type Action, keyOf, type Table } from '../../lib/platform/store/table/table.ts'

export type Method = 'get' | 'batchGet' | 'query' | 'put' | 'update' | 'transact'

export interface Stalled {
  method: Method
  /** Partition keys of the call. */
  partitions: string[]
}

export interface Stall {
  /** Resolves when a call is stalled. */
  reached: Promise<Stalled>
  /** Resolves when no other call is running. */
  settled: () => Promise<void>
  /** Continues the stalled call and lets later ones pass. */
  release: () => void
}

interface Armed {
  fits: (call: Stalled) => boolean
  /** True if the database has executed the call and only its answer is late. */
  afterwards: boolean
  reach: (call: Stalled) => void
  released: Promise<void>
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
/** Turns of the event loop without activity after which no more is expected. */
const QUIET_TURNS = 20

/** Wraps a table that can stall a matching call and every matching one after it. */
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
