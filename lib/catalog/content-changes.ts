import { type Id, newId } from '../id.ts'
import { dueIn, duePartitions, tenantOf } from '../store/due.ts'
import { partition } from '../store/entity.ts'
import type { Item, Table } from '../store/table.ts'
import type { Unit } from '../store/unit.ts'

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

const pkOf = (tenant: Id) => partition(tenant, KIND)

/** Notes down, in the transaction of the change itself, that listings have to follow. */
export const contentChanged = (unit: Unit, of: ContentChange['of'], subject: Id): void => {
  const id = newId(unit.now)
  const due = { duePk: dueIn(KIND, id), dueSk: unit.now.toISOString() }
  unit.add({ put: { pk: pkOf(unit.tenant), sk: id, kind: KIND, of, subject, place: null, ...due } }, 'stale')
}

const asChange = (item: Item): ContentChange => {
  const { of, subject, place } = item as unknown as ContentChange
  return { tenant: tenantOf(item), id: item.sk, of, subject, place }
}

/** The tenant's oldest changes that listings have not followed. */
export const changesOf = async (db: Table, tenant: Id, most: number): Promise<ContentChange[]> =>
  (await db.query({ pk: pkOf(tenant), limit: most })).map(asChange)

/** The same of all tenants. */
export const dueChanges = async (db: Table, now: Date, most: number): Promise<ContentChange[]> => {
  const range = { to: now.toISOString(), index: 'due', limit: most } as const
  const found = await Promise.all(duePartitions(KIND).map((pk) => db.query({ pk, ...range })))
  return found.flat().map(asChange)
}

/** Notes how far a change has been followed; null ends it. */
export const changeFollowed = async (db: Table, { tenant, id }: ContentChange, place: string | null): Promise<void> => {
  const key = { pk: pkOf(tenant), sk: id }
  if (place === null) await db.transact([{ delete: key }])
  else
    await db.update({
      update: key,
      set: 'SET #place = :place',
      when: 'attribute_exists(pk)',
      values: { ':place': place },
    })
}
