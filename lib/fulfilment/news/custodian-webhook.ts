import type { CustodianWebhookDelivery } from '../../../schemas/warehousing/custodian-webhook.ts'
import type { Id } from '../../platform/id.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { LoggedDelivery, WebhookSender } from '../../platform/webhooks/webhook-log.ts'
import type { StoredCustodian } from '../../warehousing/custodian.ts'

export interface StoredCustodianWebhook extends Omit<CustodianWebhookDelivery, keyof Stored>, LoggedDelivery {
  custodianId: Id
}

export const toCustodianWebhookSender = ({
  id,
  type,
}: Pick<StoredCustodian, 'id' | 'type'>): WebhookSender<StoredCustodianWebhook> => ({
  id,
  fields: { custodianId: id, custodianType: type },
})
