import type { Id } from '../../platform/id.ts'
import { clampAmountParts, joinAmountParts, splitIntoAmountParts } from '../../platform/money/amount-parts.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { isDisputed } from '../order-parts/read-payment.ts'
import { changeBilling, createBilling, findBilling, markChanged } from './billing.ts'
import { addToChannelTotals, readChannelTotals } from './counts-store.ts'
import type { StoredOrder } from './order.ts'
import { orders } from './order-store.ts'

// Orders that wait for an invoice:  T#<tenant>#unbilled#<channel>#<currency> / <order>   from acceptance until an invoice
//                                                                                     includes the order; their number and
//                                                                                     their sum are counts of the channel

const unbilledPartition = (tenant: Id, channelId: Id, currency: string) =>
  partition(tenant, `unbilled#${channelId}#${currency}`)

const unbilledKey = (tenant: Id, { id, channelId, currency }: StoredOrder): Key => ({
  pk: unbilledPartition(tenant, channelId, currency),
  sk: id,
})

const NUMBER = 'unbilled_'
const SUM = 'unbilled'

const countUnbilled = (unit: Unit, { channelId, currency }: StoredOrder, number: number, amount: number): void =>
  addToChannelTotals(unit, channelId, {
    [`${NUMBER}${currency}`]: number,
    ...splitIntoAmountParts(`${SUM}${currency}`, amount),
  })

const addUnbilled = (unit: Unit, order: StoredOrder): void => {
  unit.add({ put: { ...unbilledKey(unit.tenant, order), kind: 'unbilled', orderRev: order.rev } })
  countUnbilled(unit, order, 1, order.keptAmount)
}

const removeUnbilled = (unit: Unit, order: StoredOrder): void => {
  unit.add({ delete: unbilledKey(unit.tenant, order), when: 'attribute_exists(pk)' })
  countUnbilled(unit, order, -1, -order.keptAmount)
}

/** Returns the number and the sum of the orders of a channel that wait for an invoice, by currency. */
export const readUnbilledCounts = async (db: Table, tenant: Id, channelId: Id) => {
  const totals = await readChannelTotals(db, tenant, channelId)
  const names = Object.keys(totals).filter((name) => name.startsWith(NUMBER) && totals[name])
  return names.sort().map((name) => {
    const currency = name.slice(NUMBER.length)
    return {
      currency,
      count: totals[name] ?? 0,
      amount: clampAmountParts(joinAmountParts(totals, `${SUM}${currency}`)),
    }
  })
}

/** Returns the ids of the first orders that wait for an invoice, oldest first. */
export const listUnbilledIds = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  currency: string,
  limit: number,
): Promise<Id[]> =>
  (await db.query({ pk: unbilledPartition(tenant, channelId, currency), limit, only: [] })).map(({ sk }) => sk)

const isAccepted = (order: StoredOrder | undefined) => order?.status === 'accepted'

/** Tells whether an order waits for an invoice if it has none: no test does, and none of which the payment is disputed. */
const isBillable = (order: StoredOrder) => isAccepted(order) && !order.isTest && !isDisputed(order)

/** Returns as a text where the goods go, on which their tax depends. */
const readDestination = ({ shippingAddress }: Pick<StoredOrder, 'shippingAddress'>) => {
  const { countryCode, region, postalCode } = shippingAddress ?? {}
  return [countryCode ?? null, region ?? null, postalCode ?? null]
}

/** Returns as a text what an invoice shows of an order. */
const readBilled = ({ lineItems, shippingAddress, ...order }: StoredOrder) =>
  JSON.stringify([
    [order.number, order.currency, order.keptAmount, order.adjustment, order.shippingLines, order.refunds],
    readDestination({ shippingAddress }),
    lineItems.map(({ sku, name, quantity, refundedQuantity, total, taxes }) => [
      ...[sku, name, quantity, refundedQuantity, total],
      taxes,
    ]),
  ])

/** Changes what waits for an invoice; the order has none. */
const followUnbilled = (unit: Unit, order: StoredOrder, before: StoredOrder): void => {
  if (isBillable(before) && isBillable(order) && order.currency === before.currency) {
    unit.add({
      update: unbilledKey(unit.tenant, order),
      set: 'SET #orderRev = :orderRev',
      when: 'attribute_exists(pk)',
      values: { ':orderRev': order.rev },
    })
    countUnbilled(unit, order, 0, order.keptAmount - before.keptAmount)
    return
  }
  if (isBillable(before)) removeUnbilled(unit, before)
  if (isBillable(order)) addUnbilled(unit, order)
}

/**
 * Lets billing follow a new or changed order: an accepted order waits for an invoice until one includes it, and an invoice
 * that includes it follows its changes. Fails if the order is billed at this moment.
 */
export const followOrderInBilling = async (
  db: Table,
  unit: Unit,
  order: StoredOrder,
  before: StoredOrder | undefined,
): Promise<void> => {
  // Only an order that was accepted before can be on an invoice.
  if (before?.decided !== 'accepted') {
    if (isBillable(order)) addUnbilled(unit, order)
    return
  }
  const isSame = isAccepted(order)
    ? isAccepted(before) && readBilled(order) === readBilled(before)
    : !isAccepted(before)
  if (isSame && isBillable(order) === isBillable(before)) return
  const billing = await findBilling(db, unit.tenant, order.id)
  if (billing) {
    if (isSame) return
    changeBilling(unit, order.id, billing, billing)
    markChanged(unit, billing.invoiceId, order)
  } else followUnbilled(unit, order, before)
}

/** An accepted order that no invoice includes, as it was read. */
export interface UnbilledOrder {
  order: StoredOrder
  /** Revision of the order at which it began to wait, or changed last. */
  orderRev: number
}

/** Lists accepted orders of the channel that no invoice includes, oldest first. */
export const listUnbilledOrders = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  currency: string,
  limit: number,
): Promise<UnbilledOrder[]> => {
  const rows = await db.query<{ orderRev: number }>({ pk: unbilledPartition(tenant, channelId, currency), limit })
  const revs = new Map(rows.map(({ sk, orderRev }) => [sk, orderRev]))
  const found = await findAll(db, orders, tenant, [...revs.keys()])
  return found
    .filter((order) => order.currency === currency)
    .map((order) => ({ order, orderRev: revs.get(order.id) as number }))
}

/** Claims the order for an invoice; the unit fails if another invoice has claimed it or the order changed. */
export const claimForBilling = (unit: Unit, { order, orderRev }: UnbilledOrder, invoiceId: Id): void => {
  unit.add({
    delete: unbilledKey(unit.tenant, order),
    when: '#orderRev = :orderRev',
    values: { ':orderRev': orderRev },
  })
  countUnbilled(unit, order, -1, -order.keptAmount)
  createBilling(unit, order.id, invoiceId)
}

/**
 * Makes orders that an invoice no longer includes unbilled again, if they are still accepted. One that other invoices bill
 * stays billed there, and the last of these follows.
 */
export const releaseFromBilling = async (db: Table, unit: Unit, invoiceId: Id, ids: readonly Id[]): Promise<void> => {
  const [found, billings] = await Promise.all([
    findAll(db, orders, unit.tenant, ids),
    Promise.all(ids.map((id) => findBilling(db, unit.tenant, id))),
  ])
  const billingOf = new Map(ids.map((id, i) => [id, billings[i]]))
  for (const order of found) {
    const billing = billingOf.get(order.id)
    const invoices = billing ? [...billing.earlier, billing.invoiceId] : []
    if (!billing || !invoices.includes(invoiceId)) continue
    const others = invoices.filter((id) => id !== invoiceId)
    const last = others.at(-1)
    changeBilling(unit, order.id, billing, last ? { invoiceId: last, earlier: others.slice(0, -1) } : undefined)
    if (last) markChanged(unit, last, order)
    if (last || !isBillable(order)) continue
    unit.require(orders, order)
    addUnbilled(unit, order)
  }
}
