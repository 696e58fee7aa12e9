import type { Id } from '../id.ts'
import { itemKey, partition } from '../store/entities/entity.ts'
import type { Item, Key, Table } from '../store/table/table.ts'

// Counts of unverified deliveries:  T#<tenant>#unproven-webhooks / <sender>#<status>#<window>
//                                   n, moreId (log entry for those without an entry of their own), expiresAt

/** Deliveries of one sender with one status within one hour. */
export interface CountWindow {
  tenant: Id
  senderId: Id
  status: string
  /** Start of the hour. */
  from: Date
}

const TTL_SECONDS = 24 * 3600

const countKey = ({ tenant, senderId, status, from }: CountWindow): Key => ({
  pk: partition(tenant, 'unproven-webhooks'),
  sk: `${senderId}#${status}#${from.toISOString()}`,
})

/** Adds to the count; returns it with the id of the entry for the rest, if there is one. */
export const addUnverified = async (
  db: Table,
  window: CountWindow,
  by: number,
): Promise<{ n: number; moreId?: Id }> => {
  const { item } = await db.update({
    update: countKey(window),
    set: 'SET #kind = :kind, #expiresAt = :expiresAt ADD #n :by',
    values: {
      ':kind': 'unproven-webhooks',
      ':expiresAt': Math.floor(window.from.getTime() / 1000) + TTL_SECONDS,
      ':by': by,
    },
  })
  return item as Item & { n: number; moreId?: Id }
}

/** Claims the id of the entry for the rest; returns the id that was claimed first. */
export const claimRestId = async (db: Table, window: CountWindow, id: Id): Promise<Id> => {
  const { item } = await db.update({
    update: countKey(window),
    set: 'SET #moreId = if_not_exists(#moreId, :id)',
    values: { ':id': id },
  })
  return item?.moreId as Id
}

/** Raises the count in the entry for the rest, unless it is higher already; returns false if the entry does not exist. */
export const raiseRest = async (
  db: Table,
  kind: { name: string },
  { tenant }: CountWindow,
  id: Id,
  { more, errorMessage }: { more: number; errorMessage: string },
): Promise<boolean> => {
  const { ok, item } = await db.update({
    update: itemKey(tenant, kind, id),
    set: 'SET #more = :more, #errorMessage = :errorMessage',
    when: 'attribute_exists(pk) AND #more < :more',
    values: { ':more': more, ':errorMessage': errorMessage },
  })
  return ok || item !== undefined
}
