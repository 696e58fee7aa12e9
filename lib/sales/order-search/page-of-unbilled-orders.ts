import { findFulfilmentStatuses } from '../../fulfilment/order-fulfilments/find-fulfilment-status.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound } from '../../platform/problem.ts'
import { findAll, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findChannel } from '../channels/channel-store.ts'
import { orders } from '../orders/order-store.ts'
import { listUnbilledIds, readUnbilledCounts } from '../orders/unbilled-orders.ts'

/** Returns one page of the accepted orders of a channel that no invoice has, oldest first. */
export const pageOfUnbilledOrders = async (
  db: Table,
  tenant: Id,
  channelId: string,
  currency: string,
  { page, itemsPerPage }: Page,
) => {
  const { id } = orNotFound(await findChannel(db, tenant, channelId))
  const [counts, first] = await Promise.all([
    readUnbilledCounts(db, tenant, id),
    listUnbilledIds(db, tenant, id, currency, page * itemsPerPage),
  ])
  const ids = first.slice((page - 1) * itemsPerPage)
  const [items, statuses] = await Promise.all([
    findAll(db, orders, tenant, ids),
    findFulfilmentStatuses(db, tenant, ids),
  ])
  return {
    items: items.map((order) => ({ ...order, fulfilmentStatus: statuses.get(order.id) ?? ('none' as const) })),
    totalItems: counts.find((each) => each.currency === currency)?.count ?? 0,
  }
}
