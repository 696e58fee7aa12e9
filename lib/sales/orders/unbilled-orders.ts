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

/** Tells whether an invoice includes an accepted order. */
export const isBilled = async (db: Table, tenant: Id, order: StoredOrder): Promise<boolean> =>
  !(await db.get(unbilledKey(tenant, order)))

/**
 * Adds an order that becomes accepted to the unbilled ones, unless it was billed before, or removes one that no longer is;
 * invoices never change. Fails if the order is billed at the moment at which it stops being accepted.
 */
export const updateUnbilled = (unit: Unit, order: StoredOrder, before: StoredOrder | undefined): void => {
  const [isAccepted, wasAccepted] = [order, before].map((each) => each?.status === 'accepted')
  if (isAccepted && !wasAccepted && !order.isBilled)
    unit.add({ put: { ...unbilledKey(unit.tenant, order), kind: 'unbilled' } })
  if (!wasAccepted || isAccepted || !before) return
  const key = unbilledKey(unit.tenant, before)
  if (order.isBilled) unit.add({ check: key, when: 'attribute_not_exists(pk)' })
  else unit.add({ delete: key, ...(order.isBilled === false && { when: 'attribute_exists(pk)' }) })
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
    const released = order.isBilled ? unit.update(orders, order, { isBilled: false }) : order
    if (released === order) unit.require(orders, order)
    updateUnbilled(unit, released, undefined)
  }
}
