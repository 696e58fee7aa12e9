import type { Id } from '../../../platform/id.ts'
import type { Table } from '../../../platform/store/table/table.ts'
import type { BankLine, StoredBankEntry } from '../../bank-entries/bank-entry.ts'
import { findEntriesOfBuckets } from './find-entries.ts'
import { buildEntryKey, hashBucket, hashTraits } from './hash-traits.ts'
import { type FileLine, pairLines } from './pair-lines.ts'

/** A line of a file and the entry that it is; without one, the line is a new entry with this key. */
export interface PlannedLine extends FileLine {
  position: number
  known: StoredBankEntry | undefined
  entryKey: string
}

interface BucketLine extends FileLine {
  bucket: string
  position: number
}

/**
 * Returns a function that decides for a range of the lines of a file which entries they are. All lines of a bucket are
 * compared each time, so that ranges read one after another decide as one would.
 */
export const createPlanner = (db: Table, tenant: Id, layout: string, lines: readonly BankLine[]) => {
  const all = lines.map(
    (line, position): BucketLine => ({ line, position, bucket: hashBucket(line), traits: hashTraits(line) }),
  )
  const byBucket = Map.groupBy(all, ({ bucket }) => bucket)
  return async (from: number, to: number): Promise<PlannedLine[]> => {
    const asked = new Set(all.slice(from, to).map(({ bucket }) => bucket))
    const sizes = new Map([...asked].map((bucket) => [bucket, byBucket.get(bucket)?.length ?? 1]))
    const entriesOf = await findEntriesOfBuckets(db, tenant, sizes)
    const planned = [...entriesOf].flatMap(([bucket, entries]) => {
      const own = byBucket.get(bucket) ?? []
      const found = pairLines(layout, own, entries)
      let ordinal = entries.length
      return own.flatMap(({ line, traits, position }, i): PlannedLine[] => {
        if (position < from || position >= to) return []
        const known = found[i]
        return [{ line, traits, position, known, entryKey: known?.entryKey ?? buildEntryKey(bucket, ordinal++) }]
      })
    })
    return planned.sort((a, b) => a.position - b.position)
  }
}
