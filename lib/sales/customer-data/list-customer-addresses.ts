import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import { type Page, slicePage } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findCustomer } from '../customers/customer-store.ts'
import { searchOrders } from '../order-search/search-orders.ts'

const KINDS = { shipping: 'shippingAddress', billing: 'billingAddress' } as const

/** Orders that are read at once: one page of a list. */
const MAX_ORDERS = 100

/** Lists the addresses of the latest orders of a customer, each once for its kind. */
export const listCustomerAddresses = async (db: Table, tenant: Id, id: string, page: Page) => {
  const customer = orNotFound(await findCustomer(db, tenant, id))
  const latest = { page: 1, itemsPerPage: MAX_ORDERS }
  const { items } = await searchOrders({ db }, tenant, latest, { customerId: customer.id })
  const all = items.flatMap((order) =>
    (['shipping', 'billing'] as const).flatMap((kind) => {
      const address = order[KINDS[kind]]
      return address ? [{ kind, address, orderId: order.id, lastUsedAt: order.placedAt ?? order.createdAt }] : []
    }),
  )
  const byText = Map.groupBy(all, ({ kind, address }) => JSON.stringify([kind, address]))
  return slicePage(
    [...byText.values()].flatMap((same) => same.slice(0, 1)),
    page,
  )
}
