import type { Static } from 'typebox'
import * as Type from 'typebox'
import { valueResource } from '../resource.ts'
import { nullable, oneOf, timestamp, ulid } from '../types.ts'

/** The rule or reason by which somebody is told of an event. */
export const MESSAGE_RULES = ['named', 'members', 'topic', 'subject'] as const
export type MessageRule = (typeof MESSAGE_RULES)[number]

const TEMPLATE_SOURCES = ['tenant', 'platform', 'built_in'] as const
export type TemplateSource = (typeof TEMPLATE_SOURCES)[number]

const Template = Type.Object({
  source: oneOf(TEMPLATE_SOURCES),
  id: nullable(ulid({ description: 'Null for built-in texts' })),
  locale: Type.String({ examples: ['de'] }),
})
export type UsedTemplate = Static<typeof Template>

const MESSAGE_STATES = ['sent', 'failed', 'dropped'] as const

const SentMessage = Type.Object({
  id: ulid({ description: 'Begins the Message-ID of the mail' }),
  status: oneOf(MESSAGE_STATES, {
    description: '`dropped` if it was no longer wanted when it was to be sent; `reason` says why',
  }),
  reason: nullable(Type.String({ description: 'Null if it was sent' })),
  eventId: nullable(ulid({ description: 'The event, or the first one of a digest, whose trace tells more' })),
  eventCount: Type.Integer({ minimum: 0, description: 'Events of which the mail tells; more than 1 for a digest' }),
  topic: nullable(Type.String({ examples: ['finance.invoice.issued'] })),
  rule: nullable(
    oneOf(MESSAGE_RULES, {
      description:
        'Why the recipient was told. `named`: the event is for this recipient alone. `members`: the role of the member may see it. `topic` and `subject`: the member watches the topic, or what happened to one resource. Null for digests and documents',
    }),
  ),
  recipientId: nullable(ulid({ description: 'The identity, or the member if there is no account yet' })),
  template: nullable(Template),
  subject: nullable(
    Type.String({
      description: 'URI of what was sent, such as an invoice; null for mails that tell of events',
      examples: ['commerce:///billing/invoices/01K9ZB3V5Q8W2E4R6T7Y1M0N9P'],
    }),
  ),
  endedAt: timestamp(),
})
export type SentMessage = Static<typeof SentMessage>

export const MessagePage = valueResource('MessagePage', {
  member: Type.Array(SentMessage),
  nextCursor: nullable(Type.String({ description: 'Cursor of the next page; null on the last one' })),
})
