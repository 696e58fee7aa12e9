import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentOrder } from '../../../lib/sales/orders/present-order.ts'
import { createOrderByHand } from '../../../lib/sales/orders-by-hand/create-order-by-hand.ts'
import { Order } from '../../../schemas/sales/order.ts'
import { CreateOrderInput } from '../../../schemas/sales/orders/create-order.ts'

export const createOrder = endpoint({
  route: 'POST /api/sales/orders',
  scope: 'sales:order:write',
  summary: 'Create an order by hand',
  description:
    'For orders by telephone, at a fair or by e-mail, in a channel of the type `manual`. What follows is what follows when an order is imported: acceptance rules decide about it, a fulfilment policy plans it, and it waits for an invoice. Orders of shops are created there, since an order that the shop does not know would sell its stock twice. `placedAt` is now by default.',
  idempotent: true,
  dryRun: true,
  body: CreateOrderInput,
  maxBytes: 128 * 1024,
  success: 201,
  returns: Order,
  problems: ['ALREADY_EXISTS', 'OPERATION_NOT_ALLOWED'],
  run: async (app, { body, unit }) => presentOrder(await createOrderByHand(app, unit, body)),
})
