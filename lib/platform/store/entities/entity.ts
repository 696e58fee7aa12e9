import { getIdTime, type Id, parseId } from '../../id.ts'
import { packLarge, unpack } from '../table/pack.ts'
import type { Item, Key } from '../table/table.ts'
import type { AuditRule } from './audit-rule.ts'
import { boundedPartition, boundedSortKey } from './bounded-partition.ts'
import type { Outline } from './outline.ts'
import type { TimelineRule } from './timeline.ts'

/** Fields of every stored resource. `rev` counts its changes and is its ETag. */
export interface Stored {
  id: Id
  rev: number
  createdAt: string
  updatedAt: string
}

/** A list that can be read: restricted to one value of each `by` field, and filtered by any of the `facets`. */
export interface ListOf<T> {
  /** Fields with many values, such as a partner's id. They are part of the list's key, so each read needs them. */
  by?: readonly (keyof T & string)[]
  /** Fields with few values. Each subset of them has its own rows and its own count. */
  facets: readonly (keyof T & string)[]
  /** A civil date, such as a due date, by which the list is sorted and can be limited to a range. */
  byDate?: keyof T & string
  /** A timestamp in UTC with milliseconds by which the list is sorted. */
  byMoment?: keyof T & string
  /** Integers of an item, by name, that are added up wherever the item is counted. */
  sums?: (item: T) => Record<string, number>
  /** True for a list that is only read as a queue, so that its size is never needed. */
  uncounted?: boolean
  /**
   * A facet with few values whose unnarrowed rows are not stored: they are merged from the rows of its values when they are
   * read. Every item has one of the values.
   */
  merged?: { facet: keyof T & string; values: readonly unknown[] }
  /** False if only the counts and sums of the list are read, never its items. */
  rows?: false
  /** True if rows and counts exist only for all facets together; who reads with fewer facets merges them. */
  onlyAllFacets?: true
  /** True for a list by id that grows by thousands within minutes: counts by the second, at one more action per write. */
  depth?: true
}

/** A kind of resource. Its lists, search words and unique values are derived from the item and written with it. */
export interface Entity<T> {
  name: string
  /** Version of the stored shape; raised when it changes. */
  shape: number
  lists: readonly ListOf<T>[]
  /** Texts by whose words, or their prefixes, the resource is found. Only the first words of each text are indexed. */
  search?: (item: T) => string | readonly string[]
  /** Searches by many questions find the resource by it. A resource that has an outline is never removed. */
  outline?: Outline<T>
  /** Which of its changes are steps of an order, told in the order's timeline with the change. */
  timeline?: TimelineRule<T>
  /** Values that only one resource of the tenant can have; null claims none. */
  unique?: (item: T) => Record<string, string | null>
  /** The extent to which the audit trail holds its changes; by default all of them. False for what is itself a log or derived. */
  audit?: AuditRule<keyof T & string> | false
  /** Fields that can be too large for an item together. They are stored compressed if they are large. */
  packs?: readonly (keyof T & string)[]
}

export const entity = <T>(definition: Entity<T>): Entity<T> => definition

export const partition = (tenant: Id, name: string) => `T#${tenant}#${name}`

export const itemKey = (tenant: Id, { name }: { name: string }, id: Id): Key => ({
  pk: partition(tenant, name),
  sk: id,
})

// Text that was cut within a surrogate pair cannot be encoded unchanged.
const formatPair = (field: string, value: unknown) => `${field}=${encodeURIComponent(String(value).toWellFormed())}`

const narrowedPartition = (tenant: Id, name: string, narrowed: Record<string, unknown>) => {
  const pairs = Object.entries(narrowed).map(([field, value]) => formatPair(field, value))
  return partition(tenant, pairs.length ? `${name}?${pairs.join('&')}` : name)
}

/** Returns the partition of a list's rows: that of the items themselves if nothing narrows the list. */
export const listPartition = (tenant: Id, name: string, narrowed: Record<string, unknown>) =>
  boundedPartition(narrowedPartition(tenant, name, narrowed))

/** A list by date has a name of its own, apart from the list by id. */
export const listName = (name: string, dateField: string | undefined) => (dateField ? `${name}@${dateField}` : name)

/** Returns the name under which a node counts the items with these facets; `n` counts all. */
export const countName = (facets: Record<string, unknown>) =>
  Object.entries(facets)
    .map(([field, value]) => formatPair(field, value))
    .join('&') || 'n'

export const countsPartition = (tenant: Id, name: string, by: Record<string, unknown>) =>
  boundedPartition(`${narrowedPartition(tenant, name, by)}#counts`)

export const pick = <T>(item: T, fields: readonly (keyof T & string)[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, item[field]]))

/** Returns the name under which a node has a sum, whatever the facets. */
export const sumName = (sum: string) => `+${sum}`

/** Each count is spread over this many shards, so that concurrent writers seldom collide. */
export const COUNT_SHARDS = 4

/** Returns the item in which a transaction changes the counts of a bucket. */
export const buildCountKey = ({ pk, sk }: Key, shard: number): Key => ({ pk, sk: `${sk}#${shard}` })

/** Returns the sort key of a count without its shard. */
export const removeShard = (sk: string): string => sk.slice(0, sk.lastIndexOf('#'))

/** Name under which a bucket counts its changes. No facet or sum can have it: their names contain = or begin with +. */
export const CHANGES = 'v'

/** Returns normalized words: without accents and punctuation, with ß as ss and one form of sigma. */
export const splitSearchWords = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      // The capital ẞ has no other upper case, so only its lower case becomes SS.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .map((word) => [...word].slice(0, 40).join('')),
  ),
]

const MAX_WORDS = 12

/** Returns the words by which these texts are found. */
export const searchableWords = (texts: string | readonly string[]): string[] => [
  ...new Set([texts].flat().flatMap((text) => splitSearchWords(text).slice(0, MAX_WORDS))),
]

export const uniqueKey = (tenant: Id, { name }: { name: string }, field: string, value: string): Key => ({
  pk: partition(tenant, `${name}?unique`),
  sk: boundedSortKey(`${field}#${value}`),
})

const packFields = <T extends Stored>({ packs }: Entity<T>, record: T): Record<string, unknown> => {
  const packedFields = packs && packLarge(pick(record, packs))
  if (!packedFields) return record as unknown as Record<string, unknown>
  const isPlain = (field: string) => !packs?.includes(field as keyof T & string)
  return { ...Object.fromEntries(Object.entries(record).filter(([field]) => isPlain(field))), packedFields }
}

export const toItem = <T extends Stored>(kind: Entity<T>, tenant: Id, record: T): Item => ({
  ...packFields(kind, record),
  ...itemKey(tenant, kind, record.id),
  kind: kind.name,
  shape: kind.shape,
})

export const fromItem = <T extends Stored>(item: Item): T => {
  const { pk: _pk, sk: _sk, kind: _kind, shape: _shape, packedFields, ...record } = item
  return { ...record, ...(packedFields ? unpack<object>(packedFields as Uint8Array) : {}) } as unknown as T
}

export const newRecord = (id: Id): Stored => {
  const at = getIdTime(parseId(id) as Id).toISOString()
  return { id, rev: 1, createdAt: at, updatedAt: at }
}
