import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { findPayload } from '../../../../lib/sales/orders/payload-store.ts'
import { ExternalOrder } from '../../../../schemas/sales/order.ts'

export const getExternalOrderPayload = endpoint({
  route: 'GET /api/sales/channels/{channelId}/external-orders/{externalOrderId+}',
  scope: 'sales:order:read',
  summary: 'Get the last received payload of an order',
  returns: ExternalOrder,
  async run(app, { caller, params: { channelId, externalOrderId } }) {
    const { json, ...payload } = orNotFound(await findPayload(app, caller.tenant, channelId, externalOrderId))
    return { ...payload, channelId, payload: json }
  },
})
