import type { Id } from '../../id.ts'
import { formatKey, type Item, type Key } from '../table/table.ts'
import {
  countName,
  countsPartition,
  type Entity,
  type ListOf,
  listName,
  listPartition,
  partition,
  pick,
  searchableWords,
  sumName,
  uniqueKey,
} from './entity.ts'
import { buildDatedSortKey, getListOrder, type Level } from './list-order.ts'

const listSubsets = <F>(fields: readonly F[]): F[][] =>
  fields.reduce<F[][]>((all, field) => all.concat(all.map((subset) => subset.concat(field))), [[]])

/** Numbers that an item adds to a bucket of a list. The sort key of the bucket is that of its shards without the shard. */
export interface BucketCount {
  bucket: Key
  level: number
  adds: Readonly<Record<string, number>>
  dated: boolean
}

export interface Derived {
  rows: Map<string, Item>
  counts: BucketCount[]
  unique: Map<string, Item>
}

/** Numbers that an item adds to a bucket, by name. */
const buildAdditions = (names: readonly string[], sums: Record<string, number> = {}): Record<string, number> =>
  Object.fromEntries([
    ...names.map((name) => [name, 1]),
    ...Object.entries(sums)
      .filter(([, value]) => value !== 0)
      .map(([sum, value]) => [sumName(sum), value]),
  ])

/** An item's position in one list, and the numbers that it adds to the counts there. */
interface Entry {
  name: string
  scope: Record<string, unknown>
  isDated: boolean
  sortKey: string
  levels: readonly Level[]
  sums: Record<string, number> | undefined
  /** Every subset of the item's facets, with their values. */
  narrowings: Record<string, unknown>[]
  /** The facet without which no rows are stored, if any. */
  merged: string | undefined
}

/** Places the item in a list; undefined if it lacks the date or a field that the list is narrowed by. */
const placeInList = <T extends { id: Id }>(kind: Entity<T>, list: ListOf<T>, item: T): Entry | undefined => {
  const { by = [], facets } = list
  const { field, levels } = getListOrder(list)
  const scope = pick(item, by)
  const date = field && item[field as keyof T]
  if (list.merged && !list.merged.values.includes(item[list.merged.facet]))
    throw new Error(`the ${list.merged.facet} of ${kind.name} ${item.id} is not among those whose rows are merged`)
  if (date === null || Object.values(scope).some((value) => value == null)) return undefined
  return {
    name: listName(kind.name, field),
    scope,
    isDated: !!date,
    sortKey: date ? buildDatedSortKey(String(date), item.id) : item.id,
    levels,
    sums: list.sums?.(item),
    merged: list.merged?.facet,
    narrowings: list.onlyAllFacets
      ? [pick(item, facets)]
      : listSubsets(facets.filter((facet) => item[facet] != null)).map((subset) => pick(item, subset)),
  }
}

const deriveRows = (
  kind: string,
  tenant: Id,
  { name, scope, isDated, sortKey: sk, sums, narrowings, merged }: Entry,
): Item[] =>
  narrowings
    .filter((narrowed) => merged === undefined || merged in narrowed)
    .map((narrowed) => listPartition(tenant, name, { ...scope, ...narrowed }))
    // The items themselves are the rows of the list that nothing narrows.
    .filter((pk) => pk !== partition(tenant, kind))
    .map((pk) => ({ pk, sk, kind: isDated ? 'dated' : 'row', ...(sums && { sums }) }))

const deriveCounts = (
  tenant: Id,
  { name, scope, isDated, sortKey, levels, sums, narrowings }: Entry,
): Derived['counts'] => {
  const pk = countsPartition(tenant, name, scope)
  const adds = buildAdditions(narrowings.map(countName), sums)
  return levels.map(({ level, digits }) => ({
    bucket: { pk, sk: `${level}#${sortKey.slice(0, digits)}` },
    level,
    adds,
    dated: isDated,
  }))
}

const deriveWords = <T extends { id: Id }>({ name, lists, search }: Entity<T>, tenant: Id, item: T): Item[] => {
  if (!search) return []
  const words = searchableWords(search(item))
  const facets = pick(
    item,
    lists.flatMap((list) => [...(list.by ?? []), ...list.facets]),
  )
  const pk = partition(tenant, `${name}?words`)
  return words.map((word) => ({ pk, sk: `${word}#${item.id}`, kind: 'word', words, facets }))
}

const deriveUnique = <T extends { id: Id }>(kind: Entity<T>, tenant: Id, item: T): [string, Item][] =>
  Object.entries(kind.unique?.(item) ?? {}).flatMap(([field, value]) =>
    value === null ? [] : [[field, { ...uniqueKey(tenant, kind, field, value), kind: 'unique', id: item.id }]],
  )

/** Returns everything that is stored beside an item. It is a pure function, so that a recount can verify the table. */
export const derive = <T extends { id: Id }>(kind: Entity<T>, tenant: Id, item: T | undefined): Derived => {
  const derived: Derived = { rows: new Map(), counts: [], unique: new Map() }
  if (!item) return derived
  const add = (row: Item) => derived.rows.set(formatKey(row), row)
  for (const list of kind.lists) {
    const entry = placeInList(kind, list, item)
    if (!entry) continue
    if (list.rows !== false) deriveRows(kind.name, tenant, entry).forEach(add)
    if (!list.uncounted) derived.counts.push(...deriveCounts(tenant, entry))
  }
  deriveWords(kind, tenant, item).forEach(add)
  for (const [field, row] of deriveUnique(kind, tenant, item)) derived.unique.set(field, row)
  return derived
}
