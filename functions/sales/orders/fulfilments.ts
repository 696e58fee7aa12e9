import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { readOrderFulfilments } from '../../../lib/sales/shipments/read-order-fulfilments.ts'
import { OrderFulfilments } from '../../../schemas/sales/order-fulfilments.ts'

export const getOrderFulfilments = endpoint({
  route: 'GET /api/sales/orders/{id}/fulfilments',
  scope: 'sales:order:read',
  summary: 'Get what the shop shows of the parcels of an order',
  description:
    'Asks the shop. `parcels` has the shipments of the order that were handed over, and whether the shop knows of them.',
  waitsForGate: true,
  returns: OrderFulfilments,
  problems: ['CONNECTION_FAILED', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT'],
  run: (app, { caller, params }) => readOrderFulfilments(app, caller.tenant, params.id),
})
