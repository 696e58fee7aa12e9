import type { Id } from '../../../platform/id.ts'
import { findAll, findOwnersOfValues } from '../../../platform/store/lists/list.ts'
import type { Table } from '../../../platform/store/table/table.ts'
import type { StoredBankEntry } from '../../bank-entries/bank-entry.ts'
import { bankEntries } from '../../bank-entries/bank-entry-store.ts'
import { buildEntryKey } from './hash-traits.ts'

/**
 * Reads all entries of each bucket, in the order of their numbers. `sizes` has the number of entries that a bucket is
 * expected to have; for those with more, further reads follow.
 */
export const findEntriesOfBuckets = async (
  db: Table,
  tenant: Id,
  sizes: ReadonlyMap<string, number>,
): Promise<Map<string, StoredBankEntry[]>> => {
  const idsOf = new Map<string, Id[]>([...sizes.keys()].map((bucket) => [bucket, []]))
  let asked = new Map(sizes)
  while (asked.size) {
    const keys = new Map(
      [...asked].flatMap(([bucket, size]) => {
        const from = idsOf.get(bucket)?.length ?? 0
        // One more, which shows whether there are others.
        return Array.from({ length: size + 1 }, (_, i) => [buildEntryKey(bucket, from + i), bucket] as const)
      }),
    )
    const owners = await findOwnersOfValues(db, bankEntries, tenant, 'key', [...keys.keys()])
    for (const [key, bucket] of keys) {
      const id = owners.get(key)
      if (id) idsOf.get(bucket)?.push(id)
      else asked.delete(bucket)
    }
    asked = new Map([...asked].map(([bucket, size]) => [bucket, 2 * size]))
  }
  const found = await findAll(db, bankEntries, tenant, [...idsOf.values()].flat())
  const byId = new Map(found.map((entry) => [entry.id, entry]))
  return new Map([...idsOf].map(([bucket, ids]) => [bucket, ids.flatMap((id) => byId.get(id) ?? [])]))
}
