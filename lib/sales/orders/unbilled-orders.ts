import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredOrder } from './order.ts'
import { orders } from './order-store.ts'

// Orders that wait for an invoice:  T#<tenant>#unbilled#<channel>#<currency> / <order>   from acceptance until an invoice
//                                                                                     includes the order

const unbilledPartition = (tenant: Id, channelId: Id, currency: string) =>
  partition(tenant, `unbilled#${channelId}#${currency}`)

const unbilledKey = (tenant: Id, { id, channelId, currency }: StoredOrder): Key => ({
  pk: unbilledPartition(tenant, channelId, currency),
  sk: id,
})

/** Adds an order that becomes accepted to the unbilled ones, or removes one that no longer is; invoices never change. */
export const updateUnbilled = (unit: Unit, order: StoredOrder, before: StoredOrder | undefined): void => {
  const [isAccepted, wasAccepted] = [order, before].map((each) => each?.status === 'accepted')
  if (isAccepted && !wasAccepted) unit.add({ put: { ...unbilledKey(unit.tenant, order), kind: 'unbilled' } })
  if (wasAccepted && !isAccepted && before) unit.add({ delete: unbilledKey(unit.tenant, before) })
}

/** Moves an accepted order to the unbilled ones of its new currency, unless an invoice includes it. */
export const moveUnbilled = async (
  db: Table,
  unit: Unit,
  order: StoredOrder,
  before: StoredOrder | undefined,
): Promise<void> => {
  if (order.status !== 'accepted' || before?.status !== 'accepted' || order.currency === before.currency) return
  const key = unbilledKey(unit.tenant, before)
  if (!(await db.get(key))) return
  unit.add({ delete: key, when: 'attribute_exists(pk)' })
  unit.add({ put: { ...unbilledKey(unit.tenant, order), kind: 'unbilled' } })
}

/** Lists accepted orders of the channel that no invoice includes, oldest first. */
export const listUnbilledOrders = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  currency: string,
  limit: number,
): Promise<StoredOrder[]> => {
  const rows = await db.query({ pk: unbilledPartition(tenant, channelId, currency), limit })
  const ids = rows.map(({ sk }) => sk)
  return (await findAll(db, orders, tenant, ids)).filter((order) => order.currency === currency)
}

/** Claims the order for an invoice; the unit fails if another invoice has claimed it. */
export const claimForBilling = (unit: Unit, order: StoredOrder): void =>
  unit.add({ delete: unbilledKey(unit.tenant, order), when: 'attribute_exists(pk)' })

/** Makes orders that an invoice no longer includes unbilled again, if they are still accepted. */
export const releaseFromBilling = async (db: Table, unit: Unit, ids: readonly Id[]): Promise<void> => {
  for (const order of await findAll(db, orders, unit.tenant, ids)) {
    unit.require(orders, order)
    updateUnbilled(unit, order, undefined)
  }
}
