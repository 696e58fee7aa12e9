import { isDeepStrictEqual } from 'node:util'
import type { Id } from '../../id.ts'
import { derive } from '../entities/derive.ts'
import { type Entity, fromItem, itemKey, partition, type Stored } from '../entities/entity.ts'
import { readPages } from '../table/read-pages.ts'
import { type Action, formatKey, type Item, type Key, type Table } from '../table/table.ts'

export interface Difference {
  kind: string
  /** The resource whose row it is, or the name of a count. */
  about: string
  pk: string
  /** Correction: the row is written or deleted, or this number is added to the count. */
  remedy: 'put' | 'delete' | number
}

export interface Recount {
  db: Table
  kind: Entity<Stored>
  tenant: Id
  repair: boolean
  /** Called with each difference once it is certain. */
  found: (difference: Difference) => void
}

/** A row that may be missing, wrong or without its resource. */
export interface Suspect extends Key {
  id: Id
}

const deriveRows = (kind: Entity<Stored>, tenant: Id, item: Item | undefined): Item[] => {
  const { rows, unique } = derive(kind, tenant, item && fromItem<Stored>(item))
  // The table returns items without undefined members.
  return JSON.parse(JSON.stringify([...rows.values(), ...unique.values()]))
}

const matchesKey = (row: Key) => (other: Key) => formatKey(other) === formatKey(row)

/** The item of a unique value may carry attributes that nothing derives, so only its own are compared. */
const isAsDerived = (stored: Item | undefined, expected: Item | undefined): boolean => {
  if (!stored || !expected) return !stored && !expected
  const compared =
    expected.kind === 'unique' ? Object.keys(expected) : [...Object.keys(expected), ...Object.keys(stored)]
  return compared.every((name) => isDeepStrictEqual(stored[name], expected[name]))
}

/** Reads one row and its resource again. Returns true if they differ while the resource does not change. */
const recheck = async ({ db, kind, tenant, repair, found }: Recount, { id, pk, sk }: Suspect): Promise<boolean> => {
  const key = itemKey(tenant, kind, id)
  const [item, stored] = [await db.get(key), await db.get({ pk, sk })]
  const expected = deriveRows(kind, tenant, item).find(matchesKey({ pk, sk }))
  if (isAsDerived(stored, expected)) return false
  const change: Action = expected ? { put: expected } : { delete: { pk, sk } }
  const atRest: Action = item
    ? { check: key, when: '#rev = :rev', values: { ':rev': item.rev } }
    : { check: key, when: 'attribute_not_exists(pk)' }
  const { committed } = await db.transact(repair ? [atRest, change] : [atRest])
  if (committed) found({ kind: kind.name, about: id, pk, remedy: expected ? 'put' : 'delete' })
  return committed
}

/** Returns the number of suspects that are differences. */
export const recheckAll = async (recount: Recount, suspects: readonly Suspect[]): Promise<number> => {
  let differences = 0
  for (const suspect of suspects) if (await recheck(recount, suspect)) differences++
  return differences
}

/** Returns the unexpected and the missing rows of a bucket in these partitions. */
export const findSuspectRows = async (
  { db }: Recount,
  bucket: string,
  partitions: ReadonlySet<string>,
  expected: ReadonlyMap<string, ReadonlySet<Id>>,
): Promise<Suspect[]> => {
  const suspects: Suspect[] = []
  for (const pk of partitions) {
    const missing = new Set(expected.get(pk))
    for await (const page of readPages(db, { pk, from: bucket, to: `${bucket}~` }))
      for (const { sk } of page) if (!missing.delete(sk)) suspects.push({ pk, sk, id: sk })
    for (const id of missing) suspects.push({ pk, sk: id, id })
  }
  return suspects
}

const getRowId = (row: Item): Id => (row.kind === 'unique' ? (row.id as Id) : row.sk.slice(-26))

export const findStrays = async ({ db, kind, tenant }: Recount, rows: readonly Item[]): Promise<Suspect[]> => {
  const ids = [...new Set(rows.map(getRowId))]
  const items = await db.batchGet(ids.map((id) => itemKey(tenant, kind, id)))
  const expected = new Map(
    items.flatMap((item) => deriveRows(kind, tenant, item).map((row) => [`${item.sk} ${formatKey(row)}`, row])),
  )
  return rows
    .filter((row) => !isAsDerived(row, expected.get(`${getRowId(row)} ${formatKey(row)}`)))
    .map((row) => ({ pk: row.pk, sk: row.sk, id: getRowId(row) }))
}

const missing = async ({ db, kind, tenant }: Recount, items: readonly Item[]): Promise<Suspect[]> => {
  const rows = items.flatMap((item) =>
    deriveRows(kind, tenant, item)
      .filter((row) => row.kind !== 'row')
      .map(({ pk, sk }) => ({ pk, sk, id: item.sk })),
  )
  const expected = new Map(rows.map((row) => [formatKey(row), row]))
  for (const row of await db.batchGet([...expected.values()])) expected.delete(formatKey(row))
  return [...expected.values()]
}

/** Compares words and unique values with their resources, and resources with them. They have no buckets of time. */
export const recountSideRows = async (recount: Recount): Promise<number> => {
  const { db, kind, tenant } = recount
  let differences = 0
  for (const name of ['words', 'unique'])
    for await (const page of readPages(db, { pk: partition(tenant, `${kind.name}?${name}`) }))
      differences += await recheckAll(recount, await findStrays(recount, page))
  for await (const page of readPages(db, { pk: partition(tenant, kind.name) }))
    differences += await recheckAll(recount, await missing(recount, page))
  return differences
}
