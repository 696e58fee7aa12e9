import { type Id, newId } from '../platform/id.ts'
import { partition } from '../platform/store/entities/entity.ts'
import { getDuePartition, getTenantOfKey, listDue } from '../platform/store/table/due.ts'
import type { Item, Table } from '../platform/store/table/table.ts'
import type { Unit } from '../platform/store/unit.ts'

// Changes of content:  T#<tenant>#content-change / <id>   of what and whose; due until the listings of all channels have
//                                                         followed, and gone then

const KIND = 'content-change'

/** What changed of what channels show; `channel`: which variants it shows, or what of them. */
export interface ContentChange {
  tenant: Id
  id: Id
  of: 'variant' | 'product' | 'channel'
  subject: Id
  /** Where a long one is to be gone on with. */
  place: string | null
}

const changesPartition = (tenant: Id) => partition(tenant, KIND)

/** Notes down, in the transaction of the change itself, that listings have to follow. */
export const recordContentChange = (unit: Unit, of: ContentChange['of'], subject: Id): void => {
  const id = newId(unit.now)
  const due = { duePk: getDuePartition(KIND, id), dueSk: unit.now.toISOString() }
  unit.add({ put: { pk: changesPartition(unit.tenant), sk: id, kind: KIND, of, subject, place: null, ...due } })
}

const toChange = (item: Item): ContentChange => {
  const { of, subject, place } = item as unknown as ContentChange
  return { tenant: getTenantOfKey(item), id: item.sk, of, subject, place }
}

/** The tenant's oldest changes that listings have not followed. */
export const listChanges = async (db: Table, tenant: Id, most: number): Promise<ContentChange[]> =>
  (await db.query({ pk: changesPartition(tenant), limit: most })).map(toChange)

/** Tenants that have any. */
export const listTenantsWithChanges = async (db: Table, now: Date, most: number): Promise<Id[]> => {
  const found = await listDue(db, KIND, now, most)
  return [...new Set(found.map(getTenantOfKey))]
}

const changeKey = ({ tenant, id }: ContentChange) => ({ pk: changesPartition(tenant), sk: id })

/** Ends the changes; as many as a transaction takes. */
export const removeChanges = async (db: Table, changes: readonly ContentChange[]): Promise<void> => {
  if (changes.length) await db.transact(changes.map((change) => ({ delete: changeKey(change) })))
}

/** Notes how far a long one has been followed. */
export const changeFollowedUpTo = async (db: Table, change: ContentChange, place: string): Promise<void> => {
  const isThere = { when: 'attribute_exists(pk)', values: { ':place': place } }
  await db.update({ update: changeKey(change), set: 'SET #place = :place', ...isThere })
}
