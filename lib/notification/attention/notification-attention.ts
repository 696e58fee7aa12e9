import { type AttentionSource, buildEntries } from '../../platform/attention/attention.ts'
import { listEndpoints } from '../webhooks/endpoints/endpoint-store.ts'
import { countFailedDeliveries } from '../webhooks/log/endpoint-delivery-store.ts'

const failedDeliveries: AttentionSource = {
  scope: 'notification:webhook_endpoint:read',
  async find({ db }, tenant) {
    const endpoints = await listEndpoints(db, tenant)
    const found = await Promise.all(
      endpoints.map(async ({ id, name, disabledReason }) =>
        buildEntries('webhook_endpoints', {
          ...(await countFailedDeliveries(db, tenant, id)),
          ref: `/api/notification/webhook-endpoints/${id}/deliveries?status=failed`,
          ...{ subject: `commerce:///notification/webhook-endpoints/${id}`, name, reason: disabledReason },
        }),
      ),
    )
    return found.flat()
  },
}

/** Finds what somebody has to look after in notification. */
export const NOTIFICATION_ATTENTION: readonly AttentionSource[] = [failedDeliveries]
