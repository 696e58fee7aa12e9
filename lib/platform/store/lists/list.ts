import { type Id, parseId } from '../../id.ts'
import {
  type Entity,
  fromItem,
  itemKey,
  partition,
  type Stored,
  searchableWords,
  splitSearchWords,
  uniqueKey,
} from '../entities/entity.ts'
import type { Item, Table } from '../table/table.ts'
import { type DescribedList, describeList } from './describe-list.ts'
import { findLandmark } from './find-landmark.ts'
import { findPlace, MAX_SKIPPED_ROWS, type Place } from './find-place.ts'
import { type Bucket, type DateRange, readBuckets, sumSizes } from './read-buckets.ts'
import { readRows } from './read-rows.ts'

export interface Page {
  page: number
  itemsPerPage: number
}

export interface Asked extends Page {
  by?: Record<string, unknown> | undefined
  /** Lists the items whose date is in this range, latest first. */
  byDate?: DateRange | undefined
  /** Only the facets that are set. */
  facets?: Record<string, unknown> | undefined
  search?: string | undefined
}

export interface Members<T> {
  items: T[]
  totalItems: number
  /** Number of paged resources if it differs from the number of members, as when each page shows several members. */
  paged?: number
}

/** Returns one page of a short list that was read as a whole. */
export const slicePage = <T>(all: readonly T[], { page, itemsPerPage }: Page): Members<T> => ({
  items: all.slice((page - 1) * itemsPerPage, page * itemsPerPage),
  totalItems: all.length,
})

export const find = async <T extends Stored>(db: Table, kind: Entity<T>, tenant: Id, idOrText: string) => {
  const id = parseId(idOrText)
  const item = id && (await db.get(itemKey(tenant, kind, id)))
  return item ? fromItem<T>(item) : undefined
}

/** Returns a resource and its separate item with the same id, in one read. */
export const findWithPart = async <T extends Stored, P extends Stored>(
  db: Table,
  kind: Entity<T>,
  part: Entity<P>,
  tenant: Id,
  id: Id,
): Promise<[T, P | undefined] | undefined> => {
  const items = await db.batchGet([itemKey(tenant, kind, id), itemKey(tenant, part, id)])
  const [whole, own] = [kind, part].map(({ name }) => items.find((item) => item.kind === name))
  return whole && [fromItem<T>(whole), own && fromItem<P>(own)]
}

/** Returns the resource that has this unique value. */
export const findOwner = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  field: string,
  value: string,
) => {
  const owner = await db.get<{ id: Id }>(uniqueKey(tenant, kind, field, value))
  return owner && find(db, kind, tenant, owner.id)
}

/** Returns the ids of the resources that have these unique values, by value, in one read. */
export const findOwnersOfValues = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  field: string,
  values: readonly string[],
): Promise<Map<string, Id>> => {
  const keys = new Map(values.map((value) => [uniqueKey(tenant, kind, field, value).sk, value]))
  const { pk } = uniqueKey(tenant, kind, field, '')
  const found = keys.size ? await db.batchGet<{ id: Id }>([...keys.keys()].map((sk) => ({ pk, sk }))) : []
  return new Map(found.map(({ sk, id }) => [keys.get(sk) as string, id]))
}

export const findAll = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  ids: readonly Id[],
): Promise<T[]> => {
  if (!ids.length) return []
  const items = await db.batchGet(ids.map((id) => itemKey(tenant, kind, id)))
  const byId = new Map(items.map((item) => [item.sk, fromItem<T>(item)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns the number of items with one read. */
export const count = async <T>(db: Table, kind: Entity<T>, tenant: Id, asked: Omit<Asked, keyof Page>) => {
  const { counts: pk, name, level } = describeList(kind, tenant, { by: asked.by, facets: asked.facets })
  return sumSizes(await readBuckets({ db, pk, name }, level))
}

/** Returns the place of a page in the middle of a bucket from a landmark, if one is nearer than the ends of the bucket. */
const findNearestPlace = async (
  db: Table,
  described: DescribedList,
  buckets: readonly Bucket[],
  offset: number,
  wanted: number,
): Promise<Place> => {
  const { place, position } = findPlace(buckets, offset, wanted)
  if (place.skip <= MAX_SKIPPED_ROWS || !position) return place
  const { bucket, index } = position
  const landmark = await findLandmark(db, described, bucket, index)
  if (!landmark || index - landmark.index > place.skip) return place
  return { newestFirst: false, from: landmark.key, skip: index - landmark.index }
}

const fetchItems = <T extends Stored>(db: Table, kind: Entity<T>, tenant: Id, rows: readonly Item[]): Promise<T[]> =>
  findAll(
    db,
    kind,
    tenant,
    rows.map(({ sk }) => sk.slice(-26)),
  )

/** Number of items before the page that cost less to read than the page's items by key, after only keys. */
const MAX_SKIPPED_ITEMS = 30

/** Returns one page of a list whose buckets are known, newest first. */
export const readCountedPage = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  described: DescribedList,
  buckets: readonly Bucket[],
  { page, itemsPerPage, range }: Page & { range?: { from?: string; to: string } | undefined },
): Promise<Members<T>> => {
  const totalItems = sumSizes(buckets)
  const offset = (page - 1) * itemsPerPage
  const wanted = Math.min(itemsPerPage, totalItems - offset)
  if (wanted <= 0) return { items: [], totalItems }
  const { skip, ...place } = await findNearestPlace(db, described, buckets, offset, wanted)
  const onlyKeys = skip > Math.max(wanted, MAX_SKIPPED_ITEMS)
  const between = { ...range, ...place, limit: skip + wanted }
  const rows = await readRows(db, described.partitions, { ...between, ...(onlyKeys && { only: [] }) })
  const shown = place.newestFirst ? rows.slice(skip) : rows.slice(skip).reverse()
  if (described.hasItems && !onlyKeys) return { items: shown.map(fromItem<T>), totalItems }
  return { items: await fetchItems(db, kind, tenant, shown), totalItems }
}

/** Returns one page of a list, newest first, with the exact total. */
export const list = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  asked: Asked,
): Promise<Members<T>> => {
  const { page, itemsPerPage, by, byDate, search } = asked
  const described = describeList(kind, tenant, { by, facets: asked.facets, dateField: byDate?.field })
  const { partitions, hasItems, counts: pk, name, level } = described
  if (search !== undefined && splitSearchWords(search).length)
    return await searchWords(db, kind, tenant, asked, { ...by, ...described.facets })
  const toResources = (rows: Item[]) => (hasItems ? rows.map(fromItem<T>) : fetchItems(db, kind, tenant, rows))
  const reading = readBuckets({ db, pk, name }, level, byDate)
  const range = byDate && { ...(byDate.from && { from: byDate.from }), to: `${byDate.to ?? ''}~` }
  if (page === 1) {
    const head = readRows(db, partitions, { newestFirst: true, limit: itemsPerPage, ...range }).then(toResources)
    const [buckets, items] = await Promise.all([reading, head])
    return { items, totalItems: sumSizes(buckets) }
  }
  return await readCountedPage(db, kind, tenant, described, await reading, { page, itemsPerPage, range })
}

const matchesPrefixes = (words: readonly string[], searched: readonly string[]) =>
  searched.every((part) => words.some((word) => word.startsWith(part)))

/** Returns true if a search finds a resource that has these texts. */
export const isFoundBy = (texts: string | readonly string[], search: string) =>
  matchesPrefixes(searchableWords(texts), splitSearchWords(search))

interface WordsRow {
  sk: string
  words: string[]
  facets: Record<string, unknown>
}

/** Reads all rows that match the longest word, and compares them with the other words. */
const searchWords = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  { page, itemsPerPage, search = '' }: Asked,
  facets: Record<string, unknown>,
): Promise<Members<T>> => {
  const words = splitSearchWords(search).sort((a, b) => b.length - a.length)
  const rows = await db.query<WordsRow>({ pk: partition(tenant, `${kind.name}?words`), prefix: words[0] as string })
  const matchesRow = (row: WordsRow) =>
    matchesPrefixes(row.words, words) && Object.entries(facets).every(([facet, value]) => row.facets[facet] === value)
  const ids = [...new Set(rows.filter(matchesRow).map(({ sk }) => sk.slice(-26)))].sort().reverse()
  const offset = (page - 1) * itemsPerPage
  return {
    items: await findAll(db, kind, tenant, ids.slice(offset, offset + itemsPerPage)),
    totalItems: ids.length,
  }
}
