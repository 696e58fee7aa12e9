import * as Type from 'typebox'
import { nullable, oneOf, timestamp, ulid } from './types.ts'

export const WEBHOOK_DELIVERY_STATES = [
  'received',
  'processed',
  'signature_failed',
  'invalid_payload',
  'failed',
] as const
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number]

/** Members that webhook deliveries of channels and of custodians have after those that name their sender. */
export const deliveryOutcome = () => ({
  status: oneOf(WEBHOOK_DELIVERY_STATES),
  errorMessage: nullable(Type.String()),
  externalEventId: nullable(Type.String()),
  /** Id of the first delivery of the same event, whose status this one copies. */
  repeats: nullable(ulid()),
  receivedAt: timestamp(),
  processedAt: nullable(timestamp()),
})
