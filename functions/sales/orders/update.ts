import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentOrder } from '../../../lib/sales/orders/present-order.ts'
import { updateOrder as update } from '../../../lib/sales/orders-by-hand/update-order.ts'
import { Order } from '../../../schemas/sales/order.ts'
import { UpdateOrderInput } from '../../../schemas/sales/orders/update-order.ts'

export const updateOrder = endpoint({
  route: 'PATCH /api/sales/orders/{id}',
  scope: 'sales:order:write',
  summary: 'Correct an order, or change its note and tags; absent members stay unchanged',
  description:
    'Who gets the order, and where, can be corrected until everything was sent; fulfilment orders follow as they do when the shop corrects it, which is not told. A correction counts until the shop says something else than it did. The note and the tags can always be changed; what is ordered and paid is changed in the shop.',
  body: UpdateOrderInput,
  dryRun: true,
  returns: Order,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: async (app, { params, body, unit }) => presentOrder(await update(app, unit, params.id, body)),
})
