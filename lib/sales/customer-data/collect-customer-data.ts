import { listDeliveries } from '../../fulfilment/erasures/list-deliveries.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import { listShipmentsOfSalesOrder } from '../../shipping/shipments/find-shipments.ts'
import { listParts } from '../customers/customer.ts'
import { findCustomer, findCustomers } from '../customers/customer-store.ts'
import { presentCustomers } from '../customers/present-customers.ts'
import { searchOrders } from '../order-search/search-orders.ts'
import type { StoredOrder } from '../orders/order.ts'
import { findPayload } from '../orders/payload-store.ts'
import { presentOrder } from '../orders/present-order.ts'

/** Orders of a page, which has room in an answer however long they are. */
const ORDERS_OF_PAGE = 20

const collectOrder = async (app: Pick<App, 'db' | 'files'>, tenant: Id, order: StoredOrder) => {
  const [payload, { deliveries, returned }, parcels] = await Promise.all([
    findPayload(app, tenant, order),
    listDeliveries(app.db, tenant, order.id),
    listShipmentsOfSalesOrder(app.db, tenant, order.id),
  ])
  const orderId = order.id
  return {
    order: presentOrder(order),
    payload: payload?.json ?? null,
    deliveries: deliveries.map((each) => ({ ...each, orderId })),
    parcels: parcels.map((each) => ({ ...each, orderId, signedBy: each.proofOfDelivery?.signedBy ?? null })),
    returns: returned.map((each) => ({ ...each, orderId })),
  }
}

/** Collects what is held about a customer: the record, the orders with their payloads, and where the goods went. */
export const collectCustomerData = async (
  app: Pick<App, 'db' | 'files' | 'clock'>,
  tenant: Id,
  id: string,
  page: number,
) => {
  const customer = orNotFound(await findCustomer(app.db, tenant, id))
  const merged = listParts(customer).slice(1)
  const [others, { items, totalItems }] = await Promise.all([
    findCustomers(
      app.db,
      tenant,
      merged.map((part) => part.id),
    ),
    searchOrders(app, tenant, { page, itemsPerPage: ORDERS_OF_PAGE }, { customerId: customer.id }),
  ])
  return {
    collectedAt: app.clock().toISOString(),
    page,
    orderCount: totalItems,
    customers: await presentCustomers(app.db, tenant, [customer, ...others]),
    orders: await Promise.all(items.map((order) => collectOrder(app, tenant, order))),
  }
}
