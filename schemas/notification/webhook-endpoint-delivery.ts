import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { nullable, oneOf, timestamp, ulid } from '../types.ts'
import { topicName } from './topic.ts'

export const ENDPOINT_DELIVERY_STATES = ['pending', 'succeeded', 'failed'] as const
export type EndpointDeliveryState = (typeof ENDPOINT_DELIVERY_STATES)[number]

const headers = (description: string) =>
  Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), { description })

const Attempt = Type.Object({
  at: timestamp(),
  durationMilliseconds: Type.Integer(),
  requestHeaders: headers('Headers of the request; values of signatures and of secret headers are masked'),
  statusCode: nullable(Type.Integer({ description: 'Status of the answer; null if there was none' })),
  responseHeaders: headers('Headers of the answer that help to find the reason of a failure'),
  responseBody: nullable(Type.String({ description: 'The first kilobyte of the answer; secrets are masked' })),
  errorMessage: nullable(Type.String({ description: 'Reason for which the attempt failed; null for a success' })),
})
export type WebhookAttempt = Static<typeof Attempt>

export const WebhookEndpointDelivery = resource(
  'WebhookEndpointDelivery',
  '/api/notification/webhook-endpoints/{endpointId}/deliveries/{id}',
  {
    id: ulid(),
    endpointId: ulid(),
    eventId: ulid({ description: 'Id of the event, and the `webhook-id` of every attempt' }),
    topic: topicName(),
    status: oneOf(ENDPOINT_DELIVERY_STATES, { description: '`pending` while an attempt is to follow' }),
    isTest: Type.Boolean({ description: 'True for a test event' }),
    occurredAt: timestamp({ description: 'Time of the event' }),
    attemptCount: Type.Integer({ description: 'Number of attempts since the event or the last replay' }),
    lastAttemptAt: nullable(timestamp()),
    nextAttemptAt: nullable(timestamp()),
    statusCode: nullable(Type.Integer({ description: 'Status of the last answer; null if there was none' })),
    errorMessage: nullable(Type.String({ description: 'Reason for which the last attempt failed' })),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    requestBody: nullable(
      Type.String({
        description:
          'The body as it would be sent now. Null in lists and in the answers of actions, and if the event is not stored any more.',
      }),
    ),
    attempts: nullable(
      Type.Array(Attempt, {
        description: 'Attempts of the last 30 days, oldest first. Null in lists and in the answers of actions.',
      }),
    ),
  },
)
