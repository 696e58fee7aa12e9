import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

// Orders that are looked at until they are over:  T#<tenant>#watched-order?channelId=<channel> / <order>
//                                                 those that were still open a day after their import

const KIND = 'watched-order'

const watchedKey = (tenant: Id, channelId: Id, orderId: string): Key => ({
  pk: partition(tenant, `${KIND}?channelId=${channelId}`),
  sk: orderId,
})

export const watchOrder = (unit: Unit, channelId: Id, orderId: Id): void =>
  unit.add({ put: { ...watchedKey(unit.tenant, channelId, orderId), kind: KIND } })

export const forgetOrder = (unit: Unit, channelId: Id, orderId: Id): void =>
  unit.add({ delete: watchedKey(unit.tenant, channelId, orderId) })

/** Lists the next orders that are watched, in the order of their ids. */
export const listWatched = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  { after, limit }: { after: string; limit: number },
): Promise<Id[]> => {
  const { pk, sk: from } = watchedKey(tenant, channelId, `${after}\u0000`)
  return (await db.query({ pk, from, limit })).map(({ sk }) => sk)
}
