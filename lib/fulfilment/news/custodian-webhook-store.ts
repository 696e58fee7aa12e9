import type { WebhookDeliveryState } from '../../../schemas/webhook-delivery.ts'
import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { WebhookLog } from '../../platform/webhooks/webhook-log.ts'
import type { StoredCustodianWebhook } from './custodian-webhook.ts'

// Webhooks of custodians:  T#<tenant>#custodian-webhook-delivery / <id>       listed newest first by custodian and status;
//                                                                             unique by event; oldest first by the delivery
//                                                                             that they repeat; by custodian and status while they
//                                                                             are failed
// Their bodies:            T#<tenant>#custodian-webhook-body / <delivery>     sealedBody or storagePath, headers, expiresAt

export const custodianWebhooks = entity<StoredCustodianWebhook>({
  name: 'custodian-webhook-delivery',
  shape: 1,
  audit: { platform: 'none' },
  lists: [
    { by: ['custodianId'], facets: ['status'], depth: true },
    { by: ['repeats'], facets: [], uncounted: true },
    { by: ['isFailed'], facets: ['custodianId', 'status'], onlyAllFacets: true },
  ],
  unique: ({ eventKey }) => ({ event: eventKey }),
})

/** The log of the webhooks of custodians. */
export const custodianWebhookLog: WebhookLog<StoredCustodianWebhook> = {
  deliveries: custodianWebhooks,
  bodyKind: 'custodian-webhook-body',
  getSenderId: ({ custodianId }) => custodianId,
  scheduleProcessing: (unit, deliveryId) =>
    unit.schedule('fulfilment.webhook.process', { tenant: unit.tenant, deliveryId }),
  scheduleRepeats: (unit, deliveryId) =>
    unit.schedule('fulfilment.webhook.follow-repeats', { tenant: unit.tenant, deliveryId }),
}

export const findCustodianWebhook = (db: Table, tenant: Id, id: string) => find(db, custodianWebhooks, tenant, id)

export const listCustodianWebhooks = (
  db: Table,
  tenant: Id,
  custodianId: Id,
  page: Page,
  { status }: { status?: WebhookDeliveryState | undefined },
) => list(db, custodianWebhooks, tenant, { ...page, by: { custodianId }, facets: { status } })
