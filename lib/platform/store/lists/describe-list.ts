import type { Id } from '../../id.ts'
import { countName, countsPartition, type Entity, listName, listPartition, partition } from '../entities/entity.ts'
import { getListOrder, type Level } from '../entities/list-order.ts'

/** A list as it was asked for: with a value of each of its `by` fields and of some of its facets. */
export interface Asking {
  by?: Record<string, unknown> | undefined
  facets?: Record<string, unknown> | undefined
  /** Field by whose dates the list is ordered. */
  dateField?: string | undefined
}

/** The places of a list's rows and counts. */
export interface DescribedList {
  /** Partitions whose rows together are the list, each in the order of the list. */
  partitions: readonly string[]
  /** True if the rows are the items themselves. */
  hasItems: boolean
  /** Partition of the counts, and the attribute that counts the list. */
  counts: string
  name: string
  level: Level
  /** True if the list is also counted by the second. */
  hasDepth: boolean
  /** Returns the partition of the rows that have this value of a facet as well. */
  narrow: (facet: string, value: string) => string
}

const pickGiven = (facets: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(facets).filter(([, value]) => value !== undefined && value !== null))

export const describeList = <T>(
  { name: kind, lists }: Entity<T>,
  tenant: Id,
  { by = {}, facets, dateField }: Asking,
): DescribedList & { facets: Record<string, unknown> } => {
  const given = pickGiven(facets)
  const fields = Object.keys(by).join()
  const list = lists.find((each) => (each.by ?? []).join() === fields && each.byDate === dateField)
  if (!list || Object.keys(given).some((facet) => !list.facets.some((each) => each === facet)))
    throw new Error(`${kind} has no list by ${fields || 'nothing'} with ${Object.keys(given)}`)
  const name = listName(kind, dateField)
  // The order of facets is part of the names of rows and counts.
  const locate = (facets: Record<string, unknown>) => {
    const inOrder = list.facets.filter((facet) => facet in facets).map((facet) => [facet, facets[facet]])
    return listPartition(tenant, name, { ...by, ...Object.fromEntries(inOrder) })
  }
  const narrowed = Object.fromEntries(list.facets.filter((facet) => facet in given).map((each) => [each, given[each]]))
  const own = locate(narrowed)
  const hasItems = own === partition(tenant, kind)
  const { merged } = list
  const isMerged = merged && !hasItems && !(merged.facet in narrowed)
  return {
    facets: narrowed,
    partitions: isMerged ? merged.values.map((value) => locate({ ...narrowed, [merged.facet]: value })) : [own],
    hasItems,
    counts: countsPartition(tenant, name, by),
    name: countName(narrowed),
    level: getListOrder(list).levels[0] as Level,
    hasDepth: list.depth ?? false,
    narrow: (facet, value) => locate({ ...narrowed, [facet]: value }),
  }
}
