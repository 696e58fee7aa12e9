import type { ChannelWebhookDelivery, WebhookDeliveryState } from '../../../schemas/sales/channel-webhook.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

export interface StoredDelivery extends ChannelWebhookDelivery, Stored {
  channelId: Id
  /** Digest that identifies the event; null if the delivery repeats another one or has no event. */
  eventKey: string | null
  /** Id of the channel while the delivery waits for it to resume. */
  heldFor?: Id | null
  /** True if other deliveries repeat this one; they get the same status. */
  isRepeated?: true
  /** Lower bound of the number of deliveries that this entry represents. */
  more?: number
}

export const WEBHOOK_DELIVERY_MOVES = {
  process: { from: ['received'], to: 'processed' },
  fail: { from: ['received'], to: 'failed' },
  find_invalid: { from: ['received'], to: 'invalid_payload' },
  replay: { from: ['processed', 'invalid_payload', 'failed'], to: 'received' },
} as const satisfies Moves<WebhookDeliveryState, string>
