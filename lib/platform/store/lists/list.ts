import { type Id, parseId } from '../../id.ts'
import {
  countName,
  countsPartition,
  type Entity,
  fromItem,
  itemKey,
  listName,
  listPartition,
  partition,
  type Stored,
  searchableWords,
  splitSearchWords,
  uniqueKey,
} from '../entities/entity.ts'
import { getListOrder, type Level } from '../entities/list-order.ts'
import type { Item, Table } from '../table/table.ts'
import { findPlace } from './find-place.ts'
import { type DateRange, readBuckets, sumSizes } from './read-buckets.ts'

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

const pickGiven = (facets: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(facets).filter(([, value]) => value !== undefined && value !== null))

const listInOrder = <T>(
  kind: Entity<T>,
  by: Record<string, unknown>,
  facets: Record<string, unknown>,
  dateField?: string,
) => {
  const fields = Object.keys(by).join()
  const list = kind.lists.find((each) => (each.by ?? []).join() === fields && each.byDate === dateField)
  if (!list || Object.keys(facets).some((facet) => !list.facets.some((each) => each === facet)))
    throw new Error(`${kind.name} has no list by ${fields || 'nothing'} with ${Object.keys(facets)}`)
  const inOrder = list.facets.filter((facet) => facet in facets).map((facet) => [facet, facets[facet]])
  return { facets: Object.fromEntries(inOrder), level: getListOrder(list).levels[0] as Level }
}

/** Returns the number of items with one read. */
export const count = async <T>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  { by = {}, facets }: Omit<Asked, keyof Page>,
) => {
  const given = listInOrder(kind, by, pickGiven(facets))
  const counted = { db, pk: countsPartition(tenant, kind.name, by), name: countName(given.facets) }
  return sumSizes(await readBuckets(counted, given.level))
}

/** Returns one page of a list, newest first, with the exact total. */
export const list = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  asked: Asked,
): Promise<Members<T>> => {
  const { page, itemsPerPage, by = {}, byDate, search } = asked
  const { facets, level } = listInOrder(kind, by, pickGiven(asked.facets), byDate?.field)
  if (search !== undefined && splitSearchWords(search).length)
    return await searchWords(db, kind, tenant, asked, { ...by, ...facets })
  const listed = listName(kind.name, byDate?.field)
  const pk = listPartition(tenant, listed, { ...by, ...facets })
  const fetchItems = (rows: Item[]) => {
    const ids = rows.map(({ sk }) => sk.slice(-26))
    return findAll(db, kind, tenant, ids)
  }
  const toResources = (rows: Item[]) => (pk === partition(tenant, kind.name) ? rows.map(fromItem<T>) : fetchItems(rows))
  const counted = { db, pk: countsPartition(tenant, listed, by), name: countName(facets) }
  const reading = readBuckets(counted, level, byDate)
  const range = byDate && { ...(byDate.from && { from: byDate.from }), to: `${byDate.to ?? ''}~` }
  if (page === 1) {
    const head = db.query({ pk, newestFirst: true, limit: itemsPerPage, ...range }).then(toResources)
    const [buckets, items] = await Promise.all([reading, head])
    return { items, totalItems: sumSizes(buckets) }
  }
  const buckets = await reading
  const totalItems = sumSizes(buckets)
  const offset = (page - 1) * itemsPerPage
  const wanted = Math.min(itemsPerPage, totalItems - offset)
  if (wanted <= 0) return { items: [], totalItems }
  const { skip, newestFirst, ...place } = findPlace(buckets, offset, wanted).place
  // If more rows are skipped than shown, reads only keys and then the page's items by key.
  const onlyKeys = skip > wanted
  const between = { ...range, ...place }
  const rows = await db.query({ pk, newestFirst, limit: skip + wanted, ...between, ...(onlyKeys && { only: [] }) })
  const shown = newestFirst ? rows.slice(skip) : rows.slice(skip).reverse()
  return { items: await (onlyKeys ? fetchItems : toResources)(shown), totalItems }
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
