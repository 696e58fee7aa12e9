import {
  type Action,
  formatKey,
  type Item,
  type Key,
  keyOf,
  type Put,
  type Range,
  type Table,
  typeReads,
  type Update,
} from '../../lib/platform/store/table/table.ts'
import { computeItemSize, computeReadUnits, computeWriteUnits } from '../../local/table/item-size.ts'
import type { Call, Tally } from './tally.ts'

const KEYS_OF_A_BATCH = 100
const TRANSACTION_FACTOR = 2
const EVENTUALLY_CONSISTENT_FACTOR = 0.5

const sumSizes = (items: readonly object[]) => items.reduce((sum: number, item) => sum + computeItemSize(item), 0)

const pickDue = (item: Item | undefined) =>
  item?.duePk === undefined ? undefined : `${String(item.duePk)} ${String(item.dueSk)}`

/** Units of the `due` index, which holds keys only: one for an entry that comes or goes, two for one that moves. */
const computeIndexUnits = (before: Item | undefined, after: Item | undefined): number => {
  const [from, to] = [pickDue(before), pickDue(after)]
  if (from === to) return 0
  return (from === undefined ? 0 : 1) + (to === undefined ? 0 : 1)
}

interface Options {
  /** Makes a call when its turn has come. */
  call: <T>(call: Call, perform: () => Promise<T>) => Promise<T>
  /** The tally to count in; undefined while nothing is measured. */
  current: () => Tally | undefined
  onPut: (item: Item) => void
}

/**
 * Counts the calls of a table and their units by the rules of DynamoDB, from the sizes of the items before and after. The
 * reads that find these sizes go past the count.
 */
export const countTable = (table: Table, { call, current, onPut }: Options): Table => {
  const snapshot = async (keys: readonly Key[]): Promise<Map<string, Item>> =>
    new Map((await table.batchGet(keys)).map((item) => [formatKey(item), item]))

  const countReads = (calls: number, units: number, bytes: number) => {
    const tally = current()
    if (!tally) return
    tally.calls += calls
    tally.reads += calls
    tally.readUnits += units
    tally.bytes += bytes
  }

  const measureWrite = async <T>(keys: readonly Key[], factor: number, write: () => Promise<T>): Promise<T> => {
    const tally = current()
    if (!tally) return await write()
    const before = await snapshot(keys)
    const outcome = await write()
    const after = await snapshot(keys)
    tally.calls++
    for (const key of keys) {
      const [old, now] = [before.get(formatKey(key)), after.get(formatKey(key))]
      tally.writeUnits += factor * computeWriteUnits(old, now) + computeIndexUnits(old, now)
      tally.bytes += computeItemSize(now)
    }
    return outcome
  }

  const writeOne = <T>(key: Key, write: () => Promise<T>) =>
    call('table', async () => {
      const outcome = await measureWrite([key], 1, write)
      const tally = current()
      if (tally) tally.writes++
      return outcome
    })

  return typeReads({
    get: (key: Key) =>
      call('table', async () => {
        const item = await table.get(key)
        const bytes = computeItemSize(item)
        countReads(1, computeReadUnits(bytes), bytes)
        return item
      }),
    batchGet: (keys: readonly Key[]) =>
      call('table', async () => {
        const items = await table.batchGet(keys)
        const missing = keys.length - items.length
        const units = items.reduce((sum, item) => sum + computeReadUnits(computeItemSize(item)), missing)
        countReads(Math.ceil(keys.length / KEYS_OF_A_BATCH), units, sumSizes(items))
        return items
      }),
    query: (range: Range) =>
      call('table', async () => {
        const items = await table.query(range)
        if (!current()) return items
        // A projection is charged like the whole items.
        const { only, ...whole } = range
        const bytes = sumSizes(only ? await table.query(whole) : items)
        countReads(1, computeReadUnits(bytes) * (range.index ? EVENTUALLY_CONSISTENT_FACTOR : 1), bytes)
        return items
      }),
    put: (put: Put) =>
      writeOne(put.put, async () => {
        const written = await table.put(put)
        if (written.ok) onPut(put.put)
        return written
      }),
    update: (update: Update) => writeOne(update.update, () => table.update(update)),
    transact: (actions: readonly Action[], token?: string) =>
      call('transaction', async () => {
        const outcome = await measureWrite(actions.map(keyOf), TRANSACTION_FACTOR, () => table.transact(actions, token))
        const tally = current()
        if (tally) tally.actions += actions.length
        if (outcome.committed) for (const action of actions) if ('put' in action) onPut(action.put)
        return outcome
      }),
  })
}
