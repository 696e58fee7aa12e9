import type { ChannelWebhookDelivery, WebhookDeliveryState } from '../../../schemas/sales/channel-webhook.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/states.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

export interface StoredDelivery extends ChannelWebhookDelivery, Stored {
  channelId: Id
  /** Digest of what makes it the same event as another; null on those that repeat one, or are no event. */
  eventKey: string | null
  /** The channel, for as long as the delivery waits for it to resume. */
  heldFor?: Id | null
  /** True where other deliveries repeat it, whose status follows. */
  isRepeated?: true
  /** The entry stands for so many deliveries, or for more where many came. */
  more?: number
}

export const WEBHOOK_DELIVERY_MOVES = {
  process: { from: ['received'], to: 'processed' },
  fail: { from: ['received'], to: 'failed' },
  find_invalid: { from: ['received'], to: 'invalid_payload' },
  replay: { from: ['processed', 'invalid_payload', 'failed'], to: 'received' },
} as const satisfies Moves<WebhookDeliveryState, string>
