import { getIdTime, type Id, parseId } from '../../id.ts'
import type { Item, Key } from '../table/table.ts'
import { boundedPartition, boundedSortKey } from './bounded-partition.ts'
import { buildDatedSortKey, getListOrder } from './list-order.ts'

/** Fields of every stored resource. `rev` counts its changes and is its ETag. */
export interface Stored {
  id: Id
  rev: number
  createdAt: string
  updatedAt: string
}

/** A list one can ask for: narrowed to one value of each `by` field, filtered by any of the `facets`. */
export interface ListOf<T> {
  /** Fields with open values, such as a partner's id. Part of the list's address, so always given when it is read. */
  by?: readonly (keyof T & string)[]
  /** Fields with few values. Each subset of them has its own rows and its own count. */
  facets: readonly (keyof T & string)[]
  /** A civil date, such as a due date, that this list is ordered by and can be cut to a range of. */
  byDate?: keyof T & string
  /** A timestamp in UTC with milliseconds that this list is ordered by. */
  byMoment?: keyof T & string
  /** Whole numbers of an item, by name, that are added up wherever it is counted. */
  sums?: (item: T) => Record<string, number>
  /** Read from its beginning on as what is waiting, so that nobody asks how many there are. */
  uncounted?: boolean
  /** False where its counts and sums are asked for and nobody asks for its items. */
  rows?: false
}

/** A kind of resource: what is kept of it beside the item itself, all derived from the item and written with it. */
export interface Entity<T> {
  name: string
  /** Version of the stored shape; raised when it changes. */
  shape: number
  lists: readonly ListOf<T>[]
  /** The texts of which any word's beginning finds the resource; of each the first words count. */
  search?: (item: T) => string | readonly string[]
  /** Values of which one resource in the tenant may be the owner; null claims nothing. */
  unique?: (item: T) => Record<string, string | null>
}

export const entity = <T>(definition: Entity<T>): Entity<T> => definition

export const partition = (tenant: Id, name: string) => `T#${tenant}#${name}`

export const itemKey = (tenant: Id, { name }: { name: string }, id: Id): Key => ({
  pk: partition(tenant, name),
  sk: id,
})

// Text that was cut between the halves of a character cannot be encoded as it is.
const formatPair = (field: string, value: unknown) => `${field}=${encodeURIComponent(String(value).toWellFormed())}`

const narrowedPartition = (tenant: Id, name: string, narrowed: Record<string, unknown>) => {
  const pairs = Object.entries(narrowed).map(([field, value]) => formatPair(field, value))
  return partition(tenant, pairs.length ? `${name}?${pairs.join('&')}` : name)
}

/** The partition of a list's rows: the items' own where nothing narrows it. */
export const listPartition = (tenant: Id, name: string, narrowed: Record<string, unknown>) =>
  boundedPartition(narrowedPartition(tenant, name, narrowed))

/** A list in the order of a date stands apart from the one in the order of time. */
export const listName = (name: string, dateField: string | undefined) => (dateField ? `${name}@${dateField}` : name)

/** The name under which a node counts the items with these facets; `n` counts all. */
export const countName = (facets: Record<string, unknown>) =>
  Object.entries(facets)
    .map(([field, value]) => formatPair(field, value))
    .join('&') || 'n'

export const countsPartition = (tenant: Id, name: string, by: Record<string, unknown>) =>
  boundedPartition(`${narrowedPartition(tenant, name, by)}#counts`)

export const pick = <T>(item: T, fields: readonly (keyof T & string)[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, item[field]]))

/** The name under which a node has a sum, whatever the facets. */
export const sumName = (sum: string) => `+${sum}`

const listSubsets = <F>(fields: readonly F[]): F[][] =>
  fields.reduce<F[][]>((all, field) => all.concat(all.map((subset) => subset.concat(field))), [[]])

/** Counts are spread over this many nodes each, so that parallel writers seldom meet. */
const SHARDS = '0123'
export const getShard = (id: Id) => SHARDS.charAt(id.charCodeAt(25) % SHARDS.length)

const countKey = (pk: string, level: number, beginning: string, id: Id): Key => ({
  pk,
  sk: `${level}#${beginning}#${getShard(id)}`,
})

/** Words as they are searched: without accents and punctuation, ß as ss, and every sigma the same. */
export const splitSearchWords = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .map((word) => [...word].slice(0, 40).join('')),
  ),
]

const MAX_WORDS = 12

/** The words by which these texts are found. */
export const searchableWords = (texts: string | readonly string[]): string[] => [
  ...new Set([texts].flat().flatMap((text) => splitSearchWords(text).slice(0, MAX_WORDS))),
]

export interface Derived {
  rows: Map<string, Item>
  counts: { key: Key; adds: Readonly<Record<string, number>>; dated: boolean }[]
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

const rowId = ({ pk, sk }: Key) => `${pk}\n${sk}`

/** An item's position in one list, and the numbers that it adds to the counts there. */
interface Entry {
  name: string
  scope: Record<string, unknown>
  isDated: boolean
  sortKey: string
  digits: readonly number[]
  sums: Record<string, number> | undefined
  /** Every subset of the item's facets, with their values. */
  narrowings: Record<string, unknown>[]
}

/** Places the item in a list; undefined if it lacks the date or a field that the list is narrowed by. */
const placeInList = <T extends { id: Id }>(kind: Entity<T>, list: ListOf<T>, item: T): Entry | undefined => {
  const { by = [], facets } = list
  const { field, digits } = getListOrder(list)
  const scope = pick(item, by)
  const date = field && item[field as keyof T]
  if (date === null || Object.values(scope).some((value) => value == null)) return undefined
  return {
    name: listName(kind.name, field),
    scope,
    isDated: !!date,
    sortKey: date ? buildDatedSortKey(String(date), item.id) : item.id,
    digits,
    sums: list.sums?.(item),
    narrowings: listSubsets(facets.filter((facet) => item[facet] != null)).map((subset) => pick(item, subset)),
  }
}

const deriveRows = (kind: string, tenant: Id, { name, scope, isDated, sortKey: sk, sums, narrowings }: Entry): Item[] =>
  narrowings
    .map((narrowed) => listPartition(tenant, name, { ...scope, ...narrowed }))
    // The items themselves are the rows of the list that nothing narrows.
    .filter((pk) => pk !== partition(tenant, kind))
    .map((pk) => ({ pk, sk, kind: isDated ? 'dated' : 'row', ...(sums && { sums }) }))

const deriveCounts = (
  tenant: Id,
  id: Id,
  { name, scope, isDated, sortKey, digits, sums, narrowings }: Entry,
): Derived['counts'] => {
  const pk = countsPartition(tenant, name, scope)
  const adds = buildAdditions(narrowings.map(countName), sums)
  return digits.map((length, level) => ({
    key: countKey(pk, level, sortKey.slice(0, length), id),
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

/** Everything kept beside the item. A pure function, so that a repair can prove the table against it. */
export const derive = <T extends { id: Id }>(kind: Entity<T>, tenant: Id, item: T | undefined): Derived => {
  const derived: Derived = { rows: new Map(), counts: [], unique: new Map() }
  if (!item) return derived
  const add = (row: Item) => derived.rows.set(rowId(row), row)
  for (const list of kind.lists) {
    const entry = placeInList(kind, list, item)
    if (!entry) continue
    if (list.rows !== false) deriveRows(kind.name, tenant, entry).forEach(add)
    if (!list.uncounted) derived.counts.push(...deriveCounts(tenant, item.id, entry))
  }
  deriveWords(kind, tenant, item).forEach(add)
  for (const [field, row] of deriveUnique(kind, tenant, item)) derived.unique.set(field, row)
  return derived
}

export const uniqueKey = (tenant: Id, { name }: { name: string }, field: string, value: string): Key => ({
  pk: partition(tenant, `${name}?unique`),
  sk: boundedSortKey(`${field}#${value}`),
})

export const toItem = <T extends Stored>(kind: Entity<T>, tenant: Id, record: T): Item => ({
  ...(record as Record<string, unknown>),
  ...itemKey(tenant, kind, record.id),
  kind: kind.name,
  shape: kind.shape,
})

export const fromItem = <T extends Stored>({ pk: _pk, sk: _sk, kind: _kind, shape: _shape, ...record }: Item): T =>
  record as unknown as T

export const newRecord = (id: Id): Stored => {
  const at = getIdTime(parseId(id) as Id).toISOString()
  return { id, rev: 1, createdAt: at, updatedAt: at }
}
