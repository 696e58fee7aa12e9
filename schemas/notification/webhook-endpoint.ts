import type { Static } from 'typebox'
import * as Type from 'typebox'
import { conditions, StoredConditions } from '../condition.ts'
import { resource, valueResource } from '../resource.ts'
import { actorType, input, moment, nullable, oneOf, optional, text, timestamp, ulid } from '../types.ts'
import { topicName } from './topic.ts'

/** Reasons for which an endpoint is disabled: a person did it, nothing but failures for days, or it answered 410. */
const DISABLED_REASONS = ['manual', 'failing', 'gone'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

const MAX_OVERLAP_HOURS = 168

const name = () => text(100, { examples: ['Order management'] })

const url = () =>
  Type.String({
    maxLength: 2048,
    pattern: '^https?://[!-~]+$',
    title: 'an https URL without a user name',
    description:
      'An https URL on port 443 or 80 that leads to a public address, without a user name. Redirects are not followed.',
    examples: ['https://hooks.example.com/entrepot'],
  })

/** A topic, or the beginning of topics before `.*`. */
const topicPattern = () =>
  Type.String({
    maxLength: 100,
    pattern: '^(\\*|[a-z0-9_]+(\\.[a-z0-9_]+)*(\\.\\*)?)$',
    title: 'a topic such as finance.invoice.issued, or the beginning of topics such as finance.*',
    examples: ['finance.*'],
  })

const topics = () =>
  nullable(
    Type.Array(topicPattern(), {
      minItems: 1,
      maxItems: 50,
      description:
        'Topics whose events the endpoint gets. `finance.*` stands for all topics that begin with `finance.`, and `*` for all. If null, the endpoint gets the topics that the channel policy of the tenant enables for `webhook`.',
      examples: [['partner.*', 'finance.invoice.issued']],
    }),
  )

const filters = () =>
  conditions(
    {
      description:
        'The endpoint gets only events that meet all groups. Fields are `topic`, `subject` and members of `data` as in the request body. A group is met if all of its rules are met, or any of them with `or`; a group without rules is never met.',
      examples: [[{ logic: 'and', rules: [{ field: 'subject', operator: 'starts_with', value: 'commerce:///' }] }]],
    },
    { title: 'a field of the event such as subject or data.details.currency', examples: ['subject'] },
  )

const headerName = () =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
    title: 'the name of an HTTP header',
    examples: ['X-Environment'],
  })
const headerValue = () =>
  Type.String({ minLength: 1, maxLength: 1000, pattern: '^[!-~]([ -~]*[!-~])?$', title: 'printable ASCII' })

const HeaderInput = input({
  name: headerName(),
  value: Type.Optional(
    nullable({
      ...headerValue(),
      description: 'Can be left out for a secret header that the endpoint has already: its value is kept',
      examples: ['production'],
    } as ReturnType<typeof headerValue>),
  ),
  isSecret: Type.Optional(
    Type.Boolean({ default: false, description: 'True if the value is stored encrypted and never shown again' }),
  ),
})
export type HeaderInput = Static<typeof HeaderInput>

const headers = () =>
  Type.Array(HeaderInput, {
    maxItems: 10,
    description: 'Headers of every request, beside those of the platform',
    examples: [[{ name: 'X-Environment', value: 'production' }]],
  })

const includesText = (options: object = {}) =>
  Type.Boolean({
    description:
      'True if `data` also has `title` and `message`, the text of the notification in the language of the tenant',
    ...options,
  })

export const WebhookEndpoint = resource('WebhookEndpoint', '/api/notification/webhook-endpoints/{id}', {
  id: ulid(),
  name: Type.String(),
  description: nullable(Type.String()),
  url: Type.String(),
  topics: nullable(Type.Array(Type.String())),
  conditions: StoredConditions,
  includesText: includesText(),
  headers: Type.Array(
    Type.Object({
      name: Type.String(),
      value: nullable(Type.String({ description: 'Null if it is secret' })),
      isSecret: Type.Boolean(),
    }),
  ),
  isEnabled: Type.Boolean(),
  disabledReason: nullable(
    oneOf(DISABLED_REASONS, {
      description:
        '`manual`: a person disabled it. `failing`: nothing but failures for five days. `gone`: it answered 410.',
    }),
  ),
  disabledAt: nullable(timestamp()),
  isOfSettings: Type.Boolean({
    description:
      'True for the endpoint whose URL and secret are the settings `notifications.webhookUrl` and `notifications.webhookSecret`',
  }),
  secret: nullable(
    Type.String({
      description: 'The secret that signs requests, only in the answers that create or replace it; otherwise null',
    }),
  ),
  previousSecretUntil: nullable(
    timestamp({ description: 'Time until which requests are also signed with the previous secret' }),
  ),
  createdBy: nullable(ulid({ description: 'Identity or service account that created the endpoint' })),
  createdByType: actorType(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type WebhookEndpoint = Static<typeof WebhookEndpoint.fields>

const description = () => nullable(text(500, { examples: ['Receives what changes about orders and invoices'] }))

export const CreateWebhookEndpointInput = input({
  name: name(),
  url: url(),
  topics: topics(),
  description: Type.Optional(description()),
  conditions: Type.Optional(nullable(filters())),
  includesText: Type.Optional(includesText({ default: false })),
  headers: Type.Optional(headers()),
})
export type CreateWebhookEndpointInput = Static<typeof CreateWebhookEndpointInput>

export const UpdateWebhookEndpointInput = input(
  optional({
    name: name(),
    url: url(),
    topics: topics(),
    description: description(),
    conditions: nullable(filters()),
    includesText: includesText(),
    headers: headers(),
    isEnabled: Type.Boolean(),
  }),
  { minProperties: 1 },
)
export type UpdateWebhookEndpointInput = Static<typeof UpdateWebhookEndpointInput>

export const RotateWebhookSecretInput = input({
  overlapHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_OVERLAP_HOURS,
      default: 24,
      description: 'Hours for which requests are signed with the previous secret as well',
      examples: [24],
    }),
  ),
})

export const TestWebhookEndpointInput = input({
  topic: Type.Optional(
    topicName({ description: 'Topic of the test event; by default the first one that the endpoint gets' }),
  ),
})

export const ReplayWebhooksInput = input({
  since: moment({ description: 'Time of the earliest event', examples: ['2026-03-01T00:00:00Z'] }),
  until: Type.Optional(moment({ description: 'Time of the latest event; now by default' })),
  isDryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'True to count the deliveries without sending any', examples: [true] }),
  ),
})

export const WebhookReplay = valueResource('WebhookReplay', {
  endpointId: ulid(),
  since: timestamp(),
  until: timestamp(),
  isDryRun: Type.Boolean(),
  count: Type.Integer({ description: 'Number of failed deliveries in this time' }),
})
