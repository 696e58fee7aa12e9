import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { input, nullable, oneOf, text, timestamp, ulid } from '../types.ts'
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

export const WEBHOOK_DELIVERY_STATES = [
  'received',
  'processed',
  'signature_failed',
  'invalid_payload',
  'failed',
] as const
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number]

export const ChannelWebhookDelivery = resource(
  'ChannelWebhookDelivery',
  '/api/sales/channels/{channelId}/webhook-deliveries/{id}',
  {
    id: ulid(),
    channelId: ulid(),
    topic: nullable(Type.String()),
    platform: oneOf(CHANNEL_TYPES),
    status: oneOf(WEBHOOK_DELIVERY_STATES),
    errorMessage: nullable(Type.String()),
    externalEventId: nullable(Type.String()),
    /** Id of the first delivery of the same event, whose status this one copies. */
    repeats: nullable(ulid()),
    receivedAt: timestamp(),
    processedAt: nullable(timestamp()),
  },
)
export type ChannelWebhookDelivery = Static<typeof ChannelWebhookDelivery.fields>
