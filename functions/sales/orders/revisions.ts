import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { listRevisions } from '../../../lib/sales/order-revisions/revision-store.ts'
import { findOrder } from '../../../lib/sales/orders/order-store.ts'
import { OrderRevision } from '../../../schemas/sales/order-revision.ts'

export const listOrderRevisions = listEndpoint({
  route: 'GET /api/sales/orders/{id}/revisions',
  scope: 'sales:order:read',
  summary: 'List what changed an order, newest first',
  description:
    'Each version of the shop, or act of a person, that changed something of the order is a revision. The first version has none.',
  of: OrderRevision,
  itemsPerPage: 30,
  async run({ db }, { caller, params, page }) {
    const order = orNotFound(await findOrder(db, caller.tenant, params.id))
    return await listRevisions(db, caller.tenant, order.id, page)
  },
})
