import type { Id } from '../../id.ts'
import { unavailable } from '../../problem.ts'
import type { Entity, Stored } from '../entities/entity.ts'
import type { ColumnValue, ColumnValues } from '../entities/outline.ts'
import { findAll, type Members, type Page } from '../lists/list.ts'
import type { Table } from '../table/table.ts'
import { type Column, FIRST_BLOCK, ID_COLUMN, readColumn, readColumns, readWaiting } from './column-store.ts'
import type { ColumnTest } from './column-test.ts'

/** The tests that the values of columns have to pass, by the name of the column. */
export type Conditions = Readonly<Record<string, ColumnTest>>

/** Tells whether an item meets the conditions, as far as its own values tell. */
export const meetsConditions = <T>({ outline }: Entity<T>, item: T, conditions: Conditions, more = {}): boolean => {
  const values: ColumnValues = { ...outline?.read(item), ...more }
  return Object.entries(conditions).every(([column, test]) => test(values[column] ?? null))
}

/** Outlines that are not packed, by id; `isWhole` unless only a part of an outline waits. */
type WaitingById = ReadonlyMap<Id, { isWhole: boolean; values: ReadonlyMap<string, ColumnValue> }>

const readWaitingById = async (db: Table, tenant: Id, name: string): Promise<WaitingById> => {
  const found = await readWaiting(db, tenant, name)
  return new Map(
    [...Map.groupBy(found, ({ id }) => id)].map(([id, parts]) => [
      id,
      {
        isWhole: parts.some(({ columns }) => columns),
        values: new Map(parts.flatMap(({ values }) => Object.entries(values))),
      },
    ]),
  )
}

/** True if the columns are of the same blocks with the same members, and no block is missing or cut. */
const isConsistent = ([first = [], ...others]: readonly Column[][]): boolean =>
  first.every(({ next }, i) => next === (first[i + 1]?.block ?? null)) &&
  others.every(
    (other) =>
      other.length === first.length &&
      other.every(({ block, members }, i) => block === first[i]?.block && members === first[i].members),
  )

/** A block with the places of its members that match, and the ids of matching outlines that are not packed. */
interface Found {
  block: string
  members: number
  places: Set<number>
  added: Id[]
}

interface Searched {
  db: Table
  tenant: Id
  name: string
}

const findPlaces = (columns: readonly Column[], tests: readonly ColumnTest[]): Set<number> => {
  const places = (columns[0]?.values ?? []).map((_, i) => i)
  return new Set(places.filter((i) => tests.every((test, c) => test(columns[c]?.values[i] ?? null))))
}

/** Reads the ids of the members of blocks. Undefined if a block has changed its members since its columns were read. */
const readIds = async (
  { db, tenant, name }: Searched,
  blocks: readonly Found[],
): Promise<ReadonlyMap<string, readonly Id[]> | undefined> => {
  const stored = blocks.filter(({ members }) => members > 0)
  const wanted = stored.map(({ block }) => ({ column: ID_COLUMN, block }))
  const read = await readColumns(db, tenant, name, wanted)
  const ids = new Map<string, readonly Id[]>()
  for (const { block, members } of stored) {
    const column = read.get(`${ID_COLUMN}#${block}`)
    if (column?.members !== members) return undefined
    ids.set(block, column.values as Id[])
  }
  return ids
}

/**
 * Corrects the matches of the blocks by the outlines that are not packed. Returns the ids of the blocks that have some of
 * these; undefined if a block has changed meanwhile.
 */
const applyWaiting = async (
  searched: Searched,
  waiting: WaitingById,
  blocks: readonly Found[],
  columns: readonly Column[][],
  conditions: Conditions,
): Promise<ReadonlyMap<string, readonly Id[]> | undefined> => {
  const byBlock = Map.groupBy(waiting, ([id]) => blocks.findLastIndex(({ block }) => block <= id))
  const ids = await readIds(
    searched,
    [...byBlock.keys()].flatMap((i) => blocks[i] ?? []),
  )
  if (!ids) return undefined
  for (const [i, outlines] of byBlock) {
    const found = blocks[i] as Found
    const places = new Map(ids.get(found.block)?.map((id, place) => [id, place]))
    for (const [id, { isWhole, values }] of outlines) {
      const place = places.get(id)
      if (place === undefined && !isWhole) continue
      if (place !== undefined) found.places.delete(place)
      const packed = (c: number) => (place === undefined ? undefined : columns[c]?.[i]?.values[place])
      const isMatch = Object.entries(conditions).every(([column, test], c) =>
        test((values.has(column) ? values.get(column) : packed(c)) ?? null),
      )
      if (isMatch) found.added.push(id)
    }
  }
  return ids
}

const countFound = ({ places, added }: Found): number => places.size + added.length

/** Returns the ids of one page, newest first. */
const readPageOfIds = async (
  searched: Searched,
  blocks: readonly Found[],
  known: ReadonlyMap<string, readonly Id[]>,
  { page, itemsPerPage }: Page,
): Promise<Id[] | undefined> => {
  const offset = (page - 1) * itemsPerPage
  let passed = 0
  const shown: Found[] = []
  let skip = 0
  for (const each of blocks.toReversed()) {
    const size = countFound(each)
    if (passed + size <= offset) skip = passed + size
    else if (passed < offset + itemsPerPage && size) shown.push(each)
    passed += size
  }
  const more = await readIds(
    searched,
    shown.filter(({ block, places }) => places.size && !known.has(block)),
  )
  if (!more) return undefined
  const ids = shown.flatMap(({ block, places, added }) => {
    const all = known.get(block) ?? more.get(block) ?? []
    return [...[...places].map((place) => all[place] as Id), ...added].sort().reverse()
  })
  return ids.slice(offset - skip, offset - skip + itemsPerPage)
}

const searchOnce = async (
  searched: Searched,
  page: Page,
  conditions: Conditions,
): Promise<{ ids: Id[]; totalItems: number } | undefined> => {
  const { db, tenant, name } = searched
  // Outlines are read before columns, so that one that is packed meanwhile is seen at least once.
  const waiting = await readWaitingById(db, tenant, name)
  const columns = await Promise.all(Object.keys(conditions).map((column) => readColumn(db, tenant, name, column)))
  if (!isConsistent(columns)) return undefined
  const tests = Object.values(conditions)
  const packed: Found[] = (columns[0] ?? []).map(({ block, members }, i) => {
    const ofBlock = columns.map((each) => each[i] as Column)
    return { block, members, places: findPlaces(ofBlock, tests), added: [] }
  })
  // Before anything is packed, all outlines belong to a block that is not stored.
  const blocks = packed.length ? packed : [{ block: FIRST_BLOCK, members: 0, places: new Set<number>(), added: [] }]
  const known = await applyWaiting(searched, waiting, blocks, columns, conditions)
  if (!known) return undefined
  const ids = await readPageOfIds(searched, blocks, known, page)
  return ids && { ids, totalItems: blocks.reduce((sum, each) => sum + countFound(each), 0) }
}

const TRIES = 8

const searchPatiently = async (searched: Searched, page: Page, conditions: Conditions) => {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const found = await searchOnce(searched, page, conditions)
    if (found) return found
  }
  throw unavailable('Too many changes at once. Try again in a moment.')
}

/** Returns one page of the resources whose outlines meet all conditions, newest first, with the exact total. */
export const searchOutlines = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  page: Page,
  conditions: Conditions,
): Promise<Members<T>> => {
  const { ids, totalItems } = await searchPatiently({ db, tenant, name: kind.name }, page, conditions)
  return { items: await findAll(db, kind, tenant, ids), totalItems }
}

const EVERYTHING: Page = { page: 1, itemsPerPage: Number.MAX_SAFE_INTEGER }

/** Returns the ids of all resources whose outlines meet all conditions. */
export const findIdsByOutlines = async <T extends Stored>(
  db: Table,
  { name }: Entity<T>,
  tenant: Id,
  conditions: Conditions,
): Promise<Id[]> => (await searchPatiently({ db, tenant, name }, EVERYTHING, conditions)).ids
