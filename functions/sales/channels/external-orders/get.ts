import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { findChannel } from '../../../../lib/sales/channels/channel-store.ts'
import { findOrdersByExternalId } from '../../../../lib/sales/orders/order-store.ts'
import { findPayload } from '../../../../lib/sales/orders/payload-store.ts'
import { ExternalOrder } from '../../../../schemas/sales/order.ts'

export const getExternalOrderPayload = endpoint({
  route: 'GET /api/sales/channels/{channelId}/external-orders/{externalOrderId+}',
  scope: 'sales:order:read',
  summary: 'Get the last received payload of an order',
  returns: ExternalOrder,
  async run(app, { caller, params: { channelId, externalOrderId } }) {
    const { shopId } = orNotFound(await findChannel(app.db, caller.tenant, channelId))
    const known = await findOrdersByExternalId(app.db, caller.tenant, shopId, [externalOrderId])
    // The order may belong to another channel of the shop.
    const order = orNotFound([...known.values()].find((each) => each.channelId === channelId))
    const { json, ...payload } = orNotFound(await findPayload(app, caller.tenant, order))
    return { ...payload, channelId, payload: json }
  },
})
