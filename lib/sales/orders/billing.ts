import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredOrder } from './order.ts'

// Orders on invoices:         T#<tenant>#billed-order / <order>               the invoice that bills it
// Those that changed since:   T#<tenant>#changed-orders#<invoice> / <order>   until the invoice has followed

/** The invoices that bill an order. */
export interface Billing {
  /** The one that was drafted last; it follows changes of the order. */
  invoiceId: Id
  /** Earlier ones, of which the last bills the rest of what the order was worth before a change. */
  earlier: readonly Id[]
}

/** An order that changed after an invoice had billed it. */
export interface ChangedOrder {
  orderId: Id
  number: string
  /** Revision of the order at its last change. */
  orderRev: number
  /** Why somebody has to decide; null while the invoice follows by itself. */
  openBecause: string | null
}

export const billingKey = (tenant: Id, orderId: Id): Key => ({ pk: partition(tenant, 'billed-order'), sk: orderId })

const changedKey = (tenant: Id, invoiceId: Id, orderId: Id): Key => ({
  pk: partition(tenant, `changed-orders#${invoiceId}`),
  sk: orderId,
})

export const findBilling = async (db: Table, tenant: Id, orderId: Id): Promise<Billing | undefined> =>
  await db.get<Billing>(billingKey(tenant, orderId))

/** Says which invoice bills the order, and that no invoice billed it before. */
export const createBilling = (unit: Unit, orderId: Id, invoiceId: Id): void =>
  unit.add({
    put: { ...billingKey(unit.tenant, orderId), kind: 'billed-order', invoiceId, earlier: [] },
    when: 'attribute_not_exists(pk)',
  })

/** Replaces the invoices of the order; none removes them. Fails if another change did so meanwhile. */
export const changeBilling = (unit: Unit, orderId: Id, before: Billing, after: Billing | undefined): void => {
  const key = billingKey(unit.tenant, orderId)
  const unchanged = { when: '#invoiceId = :invoiceId', values: { ':invoiceId': before.invoiceId } }
  unit.add(
    after
      ? { put: { ...key, kind: 'billed-order', invoiceId: after.invoiceId, earlier: after.earlier }, ...unchanged }
      : { delete: key, ...unchanged },
  )
}

/** Says that an invoice must follow a change of the order, with the task that does so. */
export const markChanged = (
  unit: Unit,
  invoiceId: Id,
  { id, number, rev }: Pick<StoredOrder, 'id' | 'number' | 'rev'>,
): void => {
  const fields = { number, orderRev: rev, openBecause: null }
  unit.add({ put: { ...changedKey(unit.tenant, invoiceId, id), kind: 'changed-order', ...fields } })
  unit.schedule('billing.invoice.follow-orders', { tenant: unit.tenant, invoiceId })
}

/** Lists changed orders that the invoice has not followed yet. */
export const listChangedOrders = async (db: Table, tenant: Id, invoiceId: Id): Promise<ChangedOrder[]> => {
  const items = await db.query<ChangedOrder>({ pk: changedKey(tenant, invoiceId, '').pk })
  return items.map(({ sk, number, orderRev, openBecause }) => ({ orderId: sk, number, orderRev, openBecause }))
}

/** Ends a change that the invoice has followed. Fails if the order changed again. */
export const endChange = (unit: Unit, invoiceId: Id, { orderId, orderRev }: ChangedOrder): void =>
  unit.add({
    delete: changedKey(unit.tenant, invoiceId, orderId),
    when: '#orderRev = :orderRev',
    values: { ':orderRev': orderRev },
  })

/** Leaves a change to people. Fails if the order changed again. */
export const leaveChangeOpen = (unit: Unit, invoiceId: Id, changed: ChangedOrder, openBecause: string): void =>
  unit.add({
    put: {
      ...changedKey(unit.tenant, invoiceId, changed.orderId),
      kind: 'changed-order',
      ...{ number: changed.number, orderRev: changed.orderRev, openBecause },
    },
    when: '#orderRev = :orderRev',
    values: { ':orderRev': changed.orderRev },
  })
