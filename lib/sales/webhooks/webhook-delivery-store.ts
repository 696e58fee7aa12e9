import type { WebhookDeliveryState } from '../../../schemas/webhook-delivery.ts'
import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { WebhookLog } from '../../platform/webhooks/webhook-log.ts'
import type { StoredDelivery } from './stored-delivery.ts'

// Webhook deliveries:  T#<tenant>#channel-webhook-delivery / <id>       listed newest first by channel, and by channel and
//                                                                       topic; unique by event; oldest first by the
//                                                                       channel it waits for, and by the delivery it repeats;
//                                                                       by channel and status while it is failed
// Their bodies:        T#<tenant>#channel-webhook-body / <delivery>     sealedBody or storagePath, headers, expiresAt

export const webhookDeliveries = entity<StoredDelivery>({
  name: 'channel-webhook-delivery',
  shape: 1,
  audit: { platform: 'none' },
  lists: [
    { by: ['channelId'], facets: ['status'] },
    { by: ['channelId', 'topic'], facets: ['status'] },
    { by: ['heldFor'], facets: [], uncounted: true },
    { by: ['repeats'], facets: [], uncounted: true },
    { by: ['isFailed'], facets: ['channelId', 'status'], onlyAllFacets: true },
  ],
  unique: ({ eventKey }) => ({ event: eventKey }),
})

export const findDelivery = (db: Table, tenant: Id, id: string) => find(db, webhookDeliveries, tenant, id)

interface Filters {
  topic?: string | undefined
  status?: WebhookDeliveryState | undefined
}

/** Lists deliveries that wait until the channel can be used, oldest first, after a cursor. */
export const listWaitingDeliveries = (db: Table, tenant: Id, channelId: Id, after: string | null, limit: number) =>
  scanOldestFirst(db, webhookDeliveries, tenant, { by: { heldFor: channelId }, after, limit })

export const listDeliveries = (db: Table, tenant: Id, channelId: Id, page: Page, { topic, status }: Filters) =>
  list(db, webhookDeliveries, tenant, {
    ...page,
    by: { channelId, ...(topic !== undefined && { topic }) },
    facets: { status },
  })

/** The log of the webhooks of channels. */
export const channelWebhookLog: WebhookLog<StoredDelivery> = {
  deliveries: webhookDeliveries,
  bodyKind: 'channel-webhook-body',
  getSenderId: ({ channelId }) => channelId,
  scheduleProcessing: (unit, deliveryId) => unit.schedule('sales.webhook.process', { tenant: unit.tenant, deliveryId }),
  scheduleRepeats: (unit, deliveryId) =>
    unit.schedule('sales.webhook.follow-repeats', { tenant: unit.tenant, deliveryId }),
}
