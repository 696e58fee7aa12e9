import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { listTimeline } from '../../../lib/sales/order-timeline/list-timeline.ts'
import { findOrder } from '../../../lib/sales/orders/order-store.ts'
import { OrderTimelineEntry } from '../../../schemas/sales/orders/order-timeline.ts'

export const listOrderTimeline = listEndpoint({
  route: 'GET /api/sales/orders/{id}/timeline',
  scope: 'sales:order:read',
  summary: 'List what happened to an order, oldest first',
  description:
    'From its import to the invoice: decisions, fulfilment orders and the answers of custodians, parcels and the news of carriers, what the shop was told, returns, refunds, invoices, credit notes and mails, and what people did. Each step is written with the change that it is, so none is missing and none is there twice. Permissions to read what a step is about are checked there.',
  of: OrderTimelineEntry,
  itemsPerPage: 100,
  async run({ db }, { caller, params, page }) {
    const order = orNotFound(await findOrder(db, caller.tenant, params.id))
    return await listTimeline(db, caller.tenant, order, page)
  },
})
