import type { Static } from 'typebox'
import * as Type from 'typebox'
import { REVISED, resource } from '../resource.ts'
import { input, nullable, oneOf, text, timestamp, ulid } from '../types.ts'
import { deliveryOutcome } from '../webhook-delivery.ts'
import { CHANNEL_TYPES } from './channel.ts'

const topic = () => text(100, { examples: ['order.created'] })

export const ChannelWebhook = resource('ChannelWebhook', '/api/sales/channels/{channelId}/webhooks/{topic}', {
  topic: topic(),
  channelId: ulid(),
  externalWebhookId: Type.String(),
  callbackUrl: Type.String({ format: 'uri' }),
  subscribedAt: timestamp(),
})
export type ChannelWebhook = Static<typeof ChannelWebhook.fields>

export const SubscribeWebhookInput = input({ topic: topic() })

export const ChannelWebhookDelivery = resource(
  'ChannelWebhookDelivery',
  '/api/sales/channels/{channelId}/webhook-deliveries/{id}',
  {
    id: ulid(),
    channelId: ulid(),
    topic: nullable(Type.String()),
    platform: oneOf(CHANNEL_TYPES),
    ...deliveryOutcome(),
  },
  REVISED,
)
export type ChannelWebhookDelivery = Static<typeof ChannelWebhookDelivery.fields>
