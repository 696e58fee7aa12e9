import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

// Differences that were marked:  T#<tenant>#order-mark?channelId=<channel> / <order>   with a digest of what differed

const KIND = 'order-mark'

const markKey = (tenant: Id, channelId: Id, orderId: string): Key => ({
  pk: partition(tenant, `${KIND}?channelId=${channelId}`),
  sk: orderId,
})

/** Marks a difference of an order as one that is known. */
export const markDifference = (unit: Unit, channelId: Id, orderId: Id, digest: string): void =>
  unit.add({ put: { ...markKey(unit.tenant, channelId, orderId), kind: KIND, digest } })

/** Returns the digests of the marked differences of orders, by order. */
export const findMarks = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  orderIds: readonly Id[],
): Promise<Map<Id, string>> => {
  const keys = orderIds.map((id) => markKey(tenant, channelId, id))
  const found = keys.length ? await db.batchGet<{ digest: string }>(keys) : []
  return new Map(found.map(({ sk, digest }) => [sk, digest]))
}
