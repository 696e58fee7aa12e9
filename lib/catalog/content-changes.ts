import { type Id, newId } from '../platform/id.ts'
import { partition } from '../platform/store/entities/entity.ts'
import { getDuePartition, getTenantOfKey, listDue } from '../platform/store/table/due.ts'
import type { Item, Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'

// Changes of content:  T#<tenant>#content-change / <id>   of, subject, place; due until the listings of all channels are
//                                                         updated, then deleted

const KIND = 'content-change'

/** A change of what channels show. `channel` means which variants the channel shows, or which of their fields. */
export interface ContentChange {
  tenant: Id
  id: Id
  of: 'variant' | 'product' | 'channel'
  subject: Id
  /** Cursor at which a long update continues. */
  place: string | null
}

const changesPartition = (tenant: Id) => partition(tenant, KIND)

/** Records in the transaction of the change that listings have to be updated. */
export const recordContentChange = (unit: Unit, of: ContentChange['of'], subject: Id): void => {
  const id = newId(unit.now)
  const due = { duePk: getDuePartition(KIND, id), dueSk: unit.now.toISOString() }
  unit.add({ put: { pk: changesPartition(unit.tenant), sk: id, kind: KIND, of, subject, place: null, ...due } })
}

const toChange = (item: Item): ContentChange => {
  const { of, subject, place } = item as unknown as ContentChange
  return { tenant: getTenantOfKey(item), id: item.sk, of, subject, place }
}

/** Lists the tenant's oldest changes that listings do not have yet. */
export const listChanges = async (db: Table, tenant: Id, limit: number): Promise<ContentChange[]> =>
  (await db.query({ pk: changesPartition(tenant), limit })).map(toChange)

/** Lists tenants with such changes. */
export const listTenantsWithChanges = async (db: Table, now: Date, limit: number): Promise<Id[]> => {
  const found = await listDue(db, KIND, now, limit)
  return [...new Set(found.map(getTenantOfKey))]
}

const changeKey = ({ tenant, id }: ContentChange) => ({ pk: changesPartition(tenant), sk: id })

/** Deletes changes, at most as many as fit into a transaction. */
export const removeChanges = async (db: Table, changes: readonly ContentChange[]): Promise<void> => {
  if (changes.length) await db.transact(changes.map((change) => ({ delete: changeKey(change) })))
}

/** Records the cursor of a long update. */
export const recordProgress = async (db: Table, change: ContentChange, place: string): Promise<void> => {
  const isThere = { when: 'attribute_exists(pk)', values: { ':place': place } }
  await db.update({ update: changeKey(change), set: 'SET #place = :place', ...isThere })
}
