import { eraseDeliveries } from '../../fulfilment/erasures/erase-deliveries.ts'
import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { packWithin } from '../../platform/store/outlines/pack-outlines.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { eraseParcels } from '../../shipping/erasures/erase-parcels.ts'
import { CUSTOMER_MOVES, listParts, type StoredCustomer } from '../customers/customer.ts'
import { customers, findCustomer } from '../customers/customer-store.ts'
import { searchOrders } from '../order-search/search-orders.ts'
import { findOrder, orders } from '../orders/order-store.ts'
import { eraseMails, eraseMailsOfOrder } from './erase-mails.ts'
import { eraseOrder } from './erase-order.ts'
import { handOverOrders } from './hand-over-orders.ts'

const REASON = 'The customer was erased.'

const ORDERS_AT_ONCE = 100

/** Lists the orders of the customer from before the erasure was asked for. */
const listOrderIds = async function* ({ db }: Pick<App, 'db'>, tenant: Id, customer: StoredCustomer) {
  // Orders that come meanwhile move others to a later page, so none is missed.
  for (let page = 1; ; page++) {
    const asked = { page, itemsPerPage: ORDERS_AT_ONCE }
    const { items } = await searchOrders({ db }, tenant, asked, { customerId: customer.id })
    for (const { id, createdAt, erasedAt } of items) if (!erasedAt && createdAt <= (customer.erasedAt ?? '')) yield id
    if (items.length < ORDERS_AT_ONCE) return
  }
}

/** Erases a customer from the orders, and from everything that followed from them. It may die anywhere and run again. */
export const eraseCustomer = async (
  app: App,
  { tenant, customerId, keys, emailDigests }: TaskData['sales.customer.erase'],
  now: Date,
): Promise<void> => {
  const { db } = app
  const customer = await findCustomer(db, tenant, customerId)
  if (customer?.status !== 'erasing') return
  const scope = { tenant, actor: null, now }
  const erasing = { reason: REASON, now }
  for await (const id of listOrderIds(app, tenant, customer)) {
    const before = await findOrder(db, tenant, id)
    if (before) await eraseMailsOfOrder(db, tenant, before, { customerId, emailDigests, now })
    await eraseParcels(app, tenant, id, erasing)
    await eraseDeliveries(app, tenant, id, erasing)
    await runInUnit(db, scope, async (unit) => {
      const order = await findOrder(db, tenant, id)
      if (order && !order.erasedAt) eraseOrder(unit, order)
    })
  }
  await eraseMails(db, tenant, customerId, emailDigests)
  for (const [i, part] of listParts(customer).entries())
    await runInUnit(db, scope, (unit) => handOverOrders(db, unit, part.id, keys[i] ?? ''))
  // A value that was replaced is gone from the columns once the outline is packed.
  for (const kind of [orders.name, customers.name]) await packWithin(app, { tenant, kind }, { minPacked: 1 })
  await runInUnit(db, scope, async (unit) => {
    const before = await unit.load(customers, customerId)
    const status = move(CUSTOMER_MOVES, 'customer', before.status, 'finish_erasing')
    unit.update(customers, before, { status })
  })
}
