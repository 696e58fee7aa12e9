import { type Id, newId } from '../platform/id.ts'
import { partition } from '../platform/store/entities/entity.ts'
import { getDuePartition, getTenantOfKey, listDue } from '../platform/store/table/due.ts'
import type { Key, Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'

// Content changes:  T#<tenant>#content-change / <id>   due until they are applied to the listings of all channels, then
//                                                      deleted; `place` is the cursor

const KIND = 'content-change'

/** Position within the variants of a change: those that may be shown come first, then those that are shown already. */
export interface ChangeCursor {
  stage: 'available' | 'shown'
  /** Id after which the next variants are read; empty at the beginning of the stage. */
  after: string
}

/** A change of what channels show. A `channel` changes which variants it shows, or which of their content. */
export interface ContentChange {
  tenant: Id
  id: Id
  of: 'variant' | 'product' | 'channel'
  /** The resource that changed; several variants may have one note. */
  subjects: readonly [Id, ...Id[]]
  /** Position of a change that takes several steps; null at its beginning. */
  cursor: ChangeCursor | null
}

const changesPartition = (tenant: Id) => partition(tenant, KIND)

/** Stores, in the transaction of the change itself, that listings have to be updated. */
export const recordContentChange = (unit: Unit, of: ContentChange['of'], ...subjects: readonly [Id, ...Id[]]): void => {
  const id = newId(unit.now)
  const due = { duePk: getDuePartition(KIND, id), dueSk: unit.now.toISOString() }
  unit.add({ put: { pk: changesPartition(unit.tenant), sk: id, kind: KIND, of, subjects, place: null, ...due } })
}

type StoredChange = Pick<ContentChange, 'of' | 'subjects'> & { place: ChangeCursor | null }

const toChange = (item: Key & StoredChange): ContentChange => {
  const { of, subjects, place: cursor } = item
  return { tenant: getTenantOfKey(item), id: item.sk, of, subjects, cursor }
}

/** Returns the tenant's oldest changes that are not applied. */
export const listChanges = async (db: Table, tenant: Id, limit: number): Promise<ContentChange[]> =>
  (await db.query<StoredChange>({ pk: changesPartition(tenant), limit })).map(toChange)

/** Returns tenants with changes that are not applied. */
export const listTenantsWithChanges = async (db: Table, now: Date, limit: number): Promise<Id[]> => {
  const found = await listDue(db, KIND, now, limit)
  return [...new Set(found.map(getTenantOfKey))]
}

const changeKey = ({ tenant, id }: ContentChange) => ({ pk: changesPartition(tenant), sk: id })

/** Deletes changes, at most as many as a transaction takes. */
export const removeChanges = async (db: Table, changes: readonly ContentChange[]): Promise<void> => {
  if (changes.length) await db.transact(changes.map((change) => ({ delete: changeKey(change) })))
}

/** Stores how far a change is applied. */
export const recordProgress = async (db: Table, change: ContentChange, cursor: ChangeCursor): Promise<void> => {
  const exists = { when: 'attribute_exists(pk)', values: { ':place': cursor } }
  await db.update({ update: changeKey(change), set: 'SET #place = :place', ...exists })
}
