import { type Id, parseId } from '../id.ts'
import {
  countName,
  countsPartition,
  type Entity,
  fromItem,
  itemKey,
  listPartition,
  partition,
  type Stored,
  TIME_DIGITS,
  uniqueKey,
  wordsOf,
} from './entity.ts'
import type { Item, Table } from './table.ts'

export interface Page {
  page: number
  itemsPerPage: number
}

export interface Asked extends Page {
  by?: Record<string, unknown> | undefined
  /** Only the facets that are set. */
  facets?: Record<string, unknown> | undefined
  search?: string | undefined
}

export interface Members<T> {
  items: T[]
  totalItems: number
}

/** One page of what was read as a whole, since there is little of it. */
export const pageOf = <T>(all: readonly T[], { page, itemsPerPage }: Page): Members<T> => ({
  items: all.slice((page - 1) * itemsPerPage, page * itemsPerPage),
  totalItems: all.length,
})

export const find = async <T extends Stored>(db: Table, kind: Entity<T>, tenant: Id, idOrText: string) => {
  const id = parseId(idOrText)
  const item = id && (await db.get(itemKey(tenant, kind, id)))
  return item ? fromItem<T>(item) : undefined
}

/** The one resource that holds this unique value. */
export const findOwner = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  field: string,
  value: string,
) => {
  const owner = await db.get(uniqueKey(tenant, kind, field, value))
  return owner && find(db, kind, tenant, owner.id as Id)
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

const only = (facets: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(facets).filter(([, value]) => value !== undefined && value !== null))

const inOrder = <T>(kind: Entity<T>, by: Record<string, unknown>, facets: Record<string, unknown>) => {
  const fields = Object.keys(by).join()
  const list = kind.lists.find((each) => (each.by ?? []).join() === fields)
  if (!list || Object.keys(facets).some((facet) => !list.facets.includes(facet as keyof T & string)))
    throw new Error(`${kind.name} has no list by ${fields || 'nothing'} with ${Object.keys(facets)}`)
  return Object.fromEntries(list.facets.filter((facet) => facet in facets).map((facet) => [facet, facets[facet]]))
}

const sum = (nodes: readonly Item[], name: string) =>
  nodes.reduce((total, node) => total + ((node[name] as number | undefined) ?? 0), 0)

/** How many there are, in one read whatever the number. */
export const count = async <T>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  { by = {}, facets }: Omit<Asked, keyof Page>,
) => {
  const name = countName(inOrder(kind, by, only(facets)))
  return sum(await db.query({ pk: countsPartition(tenant, kind.name, by), prefix: '0#', only: [name] }), name)
}

/** Rows read to skip to a page before it pays to look at the counts one level down. */
const SKIPPED_BY_READING = 200

/**
 * The place in the rows, newest or oldest first, from where fewer than `SKIPPED_BY_READING` rows remain to be skipped:
 * walks down the counts, one query a level, so that its cost is the same in a long list as in a short one.
 */
const startOf = async (db: Table, pk: string, name: string, skip: number, newestFirst: boolean) => {
  let [inside, left] = ['', skip]
  for (const level of TIME_DIGITS.keys()) {
    if (level === 0) continue
    if (left <= SKIPPED_BY_READING) break
    const nodes = await db.query({ pk, prefix: `${level}#${inside}`, newestFirst, only: [name] })
    for (const [digits, size] of sizes(nodes, name)) {
      inside = digits
      if (size > left) break
      left -= size
    }
  }
  if (!inside) return { left }
  return { left, ...(newestFirst ? { to: `${inside}~` } : { from: inside }) }
}

/** The counts of one level, shards added up, in the order of the nodes. */
const sizes = (nodes: readonly Item[], name: string) => {
  const found = new Map<string, number>()
  for (const node of nodes) {
    const digits = node.sk.split('#')[1] as string
    found.set(digits, (found.get(digits) ?? 0) + ((node[name] as number | undefined) ?? 0))
  }
  return found
}

/** One page of a list, newest first, with the exact number of all. */
export const list = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  asked: Asked,
): Promise<Members<T>> => {
  const { page, itemsPerPage, by = {}, search } = asked
  const facets = inOrder(kind, by, only(asked.facets))
  if (search !== undefined && wordsOf(search).length)
    return await searched(db, kind, tenant, asked, { ...by, ...facets })
  const counts = countsPartition(tenant, kind.name, by)
  const pk = listPartition(tenant, kind.name, { ...by, ...facets })
  const fetched = (rows: Item[]) => {
    const ids = rows.map(({ sk }) => sk)
    return findAll(db, kind, tenant, ids)
  }
  const whole = (rows: Item[]) => (pk === partition(tenant, kind.name) ? rows.map(fromItem<T>) : fetched(rows))

  const name = countName(facets)
  const totalled = db.query({ pk: counts, prefix: '0#', only: [name] }).then((nodes) => sum(nodes, name))
  if (page === 1) {
    const head = db.query({ pk, newestFirst: true, limit: itemsPerPage }).then(whole)
    const [totalItems, items] = await Promise.all([totalled, head])
    return { items, totalItems }
  }
  const totalItems = await totalled
  const offset = (page - 1) * itemsPerPage
  const wanted = Math.min(itemsPerPage, totalItems - offset)
  if (wanted <= 0) return { items: [], totalItems }
  const newestFirst = offset <= totalItems - offset - wanted
  const skip = newestFirst ? offset : totalItems - offset - wanted
  const { left, ...bound } = await startOf(db, counts, name, skip, newestFirst)
  // Where more is skipped than shown, the keys are read alone and the page's items by their keys.
  const onlyKeys = left > wanted
  const rows = await db.query({ pk, newestFirst, limit: left + wanted, ...bound, ...(onlyKeys && { only: [] }) })
  const cut = newestFirst ? rows.slice(left) : rows.slice(left).reverse()
  return { items: await (onlyKeys ? fetched : whole)(cut), totalItems }
}

const begins = (words: readonly string[], searched: readonly string[]) =>
  searched.every((part) => words.some((word) => word.startsWith(part)))

/** Whether a search would find this text. */
export const isFoundBy = (text: string, search: string) => begins(wordsOf(text), wordsOf(search))

/** Costs what it matches: rows of the longest word searched, held against the other words. */
const searched = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  { page, itemsPerPage, search = '' }: Asked,
  facets: Record<string, unknown>,
): Promise<Members<T>> => {
  const words = wordsOf(search).sort((a, b) => b.length - a.length)
  const rows = await db.query({ pk: partition(tenant, `${kind.name}?words`), prefix: words[0] as string })
  const fits = (row: Item) =>
    begins(row.words as string[], words) &&
    Object.entries(facets).every(([facet, value]) => (row.facets as Record<string, unknown>)[facet] === value)
  const ids = [...new Set(rows.filter(fits).map(({ sk }) => sk.slice(-26)))].sort().reverse()
  const offset = (page - 1) * itemsPerPage
  return {
    items: await findAll(db, kind, tenant, ids.slice(offset, offset + itemsPerPage)),
    totalItems: ids.length,
  }
}
