import type { ChannelWebhookDelivery } from '../../../schemas/sales/channel-webhook.ts'
import type { Id } from '../../platform/id.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { LoggedDelivery, WebhookSender } from '../../platform/webhooks/webhook-log.ts'
import type { StoredChannel } from '../channels/channel.ts'

export interface StoredDelivery extends Omit<ChannelWebhookDelivery, keyof Stored>, LoggedDelivery {
  channelId: Id
}

export const toSender = ({ id, type }: StoredChannel): WebhookSender<StoredDelivery> => ({
  id,
  fields: { channelId: id, platform: type },
})
