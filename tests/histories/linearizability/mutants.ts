import { formatKey, type Item, typeReads } from '../../../lib/platform/store/table/table.ts'
import { MUTANTS, UNIQUE_MUTANTS } from '../../faults/mutants.ts'
import type { Wrap } from '../world.ts'

/** Answers every other read of an item with what the read before it found. */
const readStale: Wrap = (table) => {
  const seen = new Map<string, Item>()
  let reads = 0
  return typeReads({
    ...table,
    async get(key) {
      const item = await table.get(key)
      const before = seen.get(formatKey(key))
      if (item) seen.set(formatKey(key), item)
      return before && reads++ % 2 ? before : item
    },
  })
}

/** Faults of code, and the place of the subject in the runs that reveals each. */
export const REVEALING: readonly [string, number, Wrap | undefined][] = [
  ...(
    [
      ['a change does not check whether another came first', 0, MUTANTS],
      ['a repeated transaction has a new token', 1, MUTANTS],
      ['a lost race counts as success', 1, MUTANTS],
      ['counts are read and written back', 2, MUTANTS],
      ['a unique value has no condition', 3, UNIQUE_MUTANTS],
      ['rows are written after the transaction', 4, MUTANTS],
    ] as const
  ).map(([name, subject, mutants]): [string, number, Wrap | undefined] => [name, subject, mutants[name]]),
  ['reads are stale', 0, readStale],
]
