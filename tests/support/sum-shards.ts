import { CHANGES, removeShard } from '../../lib/platform/store/entities/entity.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'

/** Returns the counts of each bucket that has any, whatever the shards. Zeros mean the same as missing counts. */
export const sumShards = (stored: readonly Item[]): Item[] => {
  const sums = new Map<string, Item>()
  for (const { pk, sk, ...numbers } of stored.filter((item) => item.pk.endsWith('#counts'))) {
    const bucket: Item = sums.get(`${pk} ${removeShard(sk)}`) ?? { pk, sk: removeShard(sk) }
    for (const [name, by] of Object.entries(numbers)) bucket[name] = Number(bucket[name] ?? 0) + Number(by)
    sums.set(`${pk} ${removeShard(sk)}`, bucket)
  }
  const all = [...sums.values()].map(({ [CHANGES]: _v, ...bucket }) =>
    Object.entries(bucket).filter(([, value]) => value !== 0),
  )
  return all.filter((counted) => counted.length > 2).map((counted) => Object.fromEntries(counted) as Item)
}
