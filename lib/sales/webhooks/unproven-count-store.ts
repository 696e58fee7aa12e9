import type { Id } from '../../platform/id.ts'
import { itemKey, partition } from '../../platform/store/entities/entity.ts'
import type { Item, Key, Table } from '../../platform/store/table/table.ts'
import { webhookDeliveries } from './webhook-delivery-store.ts'

// Deliveries that anybody could have sent:  T#<tenant>#unproven-webhooks / <channel>#<status>#<window>
//                                           n, moreId (the entry that stands for those that are not logged one by one), expiresAt

/** One channel's deliveries of one kind in one stretch of time. */
export interface CountWindow {
  tenant: Id
  channelId: Id
  status: string
  /** When it began. */
  from: Date
}

const KEPT_SECONDS = 24 * 3600

const countKey = ({ tenant, channelId, status, from }: CountWindow): Key => ({
  pk: partition(tenant, 'unproven-webhooks'),
  sk: `${channelId}#${status}#${from.toISOString()}`,
})

/** Counts so many more; returns the count and the entry that stands for the rest, where there is one. */
export const addUnproven = async (db: Table, window: CountWindow, by: number): Promise<{ n: number; moreId?: Id }> => {
  const { item } = await db.update({
    update: countKey(window),
    set: 'SET #kind = :kind, #expiresAt = :expiresAt ADD #n :by',
    values: {
      ':kind': 'unproven-webhooks',
      ':expiresAt': Math.floor(window.from.getTime() / 1000) + KEPT_SECONDS,
      ':by': by,
    },
  })
  return item as Item & { n: number; moreId?: Id }
}

/** The id of the one entry that stands for the rest: this one, unless somebody else was first. */
export const claimMoreId = async (db: Table, window: CountWindow, id: Id): Promise<Id> => {
  const { item } = await db.update({
    update: countKey(window),
    set: 'SET #moreId = if_not_exists(#moreId, :id)',
    values: { ':id': id },
  })
  return item?.moreId as Id
}

/** Has the entry stand for so many, unless it stands for more; false where there is no such entry. */
export const raiseMore = async (
  db: Table,
  { tenant }: CountWindow,
  id: Id,
  { more, errorMessage }: { more: number; errorMessage: string },
): Promise<boolean> => {
  const { ok, item } = await db.update({
    update: itemKey(tenant, webhookDeliveries, id),
    set: 'SET #more = :more, #errorMessage = :errorMessage',
    when: 'attribute_exists(pk) AND #more < :more',
    values: { ':more': more, ':errorMessage': errorMessage },
  })
  return ok || item !== undefined
}
