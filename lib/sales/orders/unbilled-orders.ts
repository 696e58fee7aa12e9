import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredOrder } from './order.ts'
import { orders } from './order-store.ts'

// Orders that no invoice carries:  T#<tenant>#unbilled#<channel>#<currency> / <order>   from when an order is accepted until
//                                                                                    an invoice takes it

const unbilledPartition = (tenant: Id, channelId: Id, currency: string) =>
  partition(tenant, `unbilled#${channelId}#${currency}`)

const unbilledKey = (tenant: Id, { id, channelId, currency }: StoredOrder): Key => ({
  pk: unbilledPartition(tenant, channelId, currency),
  sk: id,
})

/** Keeps what is to be billed in step with the order; what an invoice has already stays on it. */
export const followBilling = (unit: Unit, order: StoredOrder, before: StoredOrder | undefined): void => {
  const [is, was] = [order, before].map((each) => each?.status === 'accepted')
  if (is && !was) unit.add({ put: { ...unbilledKey(unit.tenant, order), kind: 'unbilled' } })
  if (was && !is && before) unit.add({ delete: unbilledKey(unit.tenant, before) })
}

/** Accepted orders of the channel that no invoice carries, oldest first. */
export const listUnbilledOrders = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  currency: string,
  most: number,
): Promise<StoredOrder[]> => {
  const rows = await db.query({ pk: unbilledPartition(tenant, channelId, currency), limit: most })
  const ids = rows.map(({ sk }) => sk)
  return (await findAll(db, orders, tenant, ids)).filter((order) => order.currency === currency)
}

/** Lets one invoice have the order and no other. */
export const takeForBilling = (unit: Unit, order: StoredOrder): void =>
  unit.add({ delete: unbilledKey(unit.tenant, order), when: 'attribute_exists(pk)' })

/** Gives orders back that an invoice does not carry any more. */
export const freeForBilling = async (db: Table, unit: Unit, ids: readonly Id[]): Promise<void> => {
  for (const order of await findAll(db, orders, unit.tenant, ids)) {
    unit.require(orders, order)
    followBilling(unit, order, undefined)
  }
}
