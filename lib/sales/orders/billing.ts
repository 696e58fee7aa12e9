import type { TimelineStep } from '../../../schemas/sales/orders/order-timeline.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import { buildTimelineItem, type TimelinePart } from '../../platform/store/timelines/timeline.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredOrder } from './order.ts'

// Orders on invoices:         T#<tenant>#billed-order / <order>               the invoice that bills it, with the steps of the
//                                                                             transaction that said so first
// Those that changed since:   T#<tenant>#changed-orders#<invoice> / <order>   until the invoice has followed

/** The invoices that bill an order. */
export interface Billing {
  /** The one that was drafted last; it follows changes of the order. */
  invoiceId: Id
  /** Earlier ones, of which the last bills the rest of what the order was worth before a change. */
  earlier: readonly Id[]
  /** The steps that it carries. */
  timeline?: TimelinePart
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
export const createBilling = (unit: Unit, orderId: Id, invoiceId: Id): void => {
  const key = billingKey(unit.tenant, orderId)
  unit.add({ put: { ...key, kind: 'billed-order', invoiceId, earlier: [] }, when: 'attribute_not_exists(pk)' })
  unit.timelines.carry(orderId, key)
  tellBilling(unit, orderId, 'invoice.drafted', invoiceId)
}

const listInvoices = (billing: Billing | undefined): Id[] => (billing ? [...billing.earlier, billing.invoiceId] : [])

const tellBilling = (unit: Unit, orderId: Id, step: TimelineStep, invoiceId: Id): void =>
  unit.timelines.add(unit.tenant, orderId, { step, uri: `commerce:///billing/invoices/${invoiceId}` })

/**
 * Replaces the invoices of the order; none removes them. Fails if another change did so meanwhile. The steps that the item
 * carries stay with it, or become an item of their own.
 */
export const changeBilling = (unit: Unit, orderId: Id, before: Billing, after: Billing | undefined): void => {
  const key = billingKey(unit.tenant, orderId)
  const unchanged = { when: '#invoiceId = :invoiceId', values: { ':invoiceId': before.invoiceId } }
  const [was, is] = [listInvoices(before), listInvoices(after)]
  for (const id of is) if (!was.includes(id)) tellBilling(unit, orderId, 'invoice.drafted', id)
  for (const id of was) if (!is.includes(id)) tellBilling(unit, orderId, 'invoice.released', id)
  const { timeline } = before
  if (!after) {
    unit.add({ delete: key, ...unchanged })
    if (timeline) unit.add({ put: buildTimelineItem(unit.tenant, orderId, timeline) })
    return
  }
  const { invoiceId, earlier } = after
  unit.add({ put: { ...key, kind: 'billed-order', invoiceId, earlier, ...(timeline && { timeline }) }, ...unchanged })
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
