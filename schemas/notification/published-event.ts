import type { Static } from 'typebox'
import * as Type from 'typebox'
import { TOPICS } from '../events/topics.ts'
import { resourceAddress } from '../resource-address.ts'
import { input, nullable, oneOf, timestamp, ulid } from '../types.ts'
import type { TopicName } from './topic.ts'

/** Topics of modules that live outside the platform, which emits none of them itself. */
export const OUTSIDE_TOPICS = [
  'document.documentrequest.submitted',
  'document.documentrequest.review_started',
  'document.documentrequest.validated',
  'document.documentrequest.rejected',
  'document.documentrequest.cancelled',
  'document.compliance.expiry_scan',
  'messaging.message.new',
  'messaging.message.mention',
  'partner.partner.status_changed',
] as const satisfies readonly TopicName[]
export type OutsideTopic = (typeof OUTSIDE_TOPICS)[number]

const TIME = 'T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,9})?Z$'

/** The platform trusts its own events, so data from outside gets closer bounds, by the kind of the variable. */
const BOUNDS: Readonly<Record<string, object>> = {
  id: { title: 'an id (a ULID)' },
  text: { title: 'text of at most 1000 characters', maxLength: 1000 },
  number: { minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  amount: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  currency: { title: 'an ISO 4217 currency code' },
  date: { title: 'a date such as 2026-03-31', format: 'date' },
  timestamp: {
    title: 'a time in UTC such as 2026-03-31T14:00:00Z',
    format: 'date-time',
    pattern: `^\\d{4}-\\d{2}-\\d{2}${TIME}`,
  },
}

interface Variable {
  title?: string
}

const describeData = (topic: OutsideTopic) => {
  const { properties, ...rest } = TOPICS[topic].variables
  const bounded = Object.entries(properties as Record<string, Variable>).map(([name, variable]) => {
    const { title = '' } = variable
    return [name, { ...variable, ...BOUNDS[title] }]
  })
  return { ...rest, properties: Object.fromEntries(bounded) }
}

export const PublishEventInput = input(
  {
    topic: oneOf(OUTSIDE_TOPICS, { examples: ['partner.partner.status_changed'] }),
    subject: Type.Optional(
      nullable(resourceAddress({ description: 'URI of the resource that the event is about', examples: [null] })),
    ),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'Data of the event, as the topic describes it',
      examples: [
        {
          partnerId: '01K9ZB3V5Q8W2E4R6T7Y1M0N9P',
          partnerName: 'Nordlicht Logistik GmbH',
          status: 'blocked',
          before: 'active',
        },
      ],
    }),
    eventId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '\\S',
        description: 'Your id of the event. Publishing it again within a day has no effect.',
        examples: ['crm-2026-000481'],
      }),
    ),
  },
  {
    allOf: OUTSIDE_TOPICS.map((topic) => ({
      if: { properties: { topic: { const: topic } }, required: ['topic'] },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
      then: { properties: { data: describeData(topic) } },
    })),
  },
)
export type PublishEventInput = Static<typeof PublishEventInput>

export const PublishedEvent = Type.Object(
  {
    id: ulid({ description: 'Id under which its notifications can be traced' }),
    topic: oneOf(OUTSIDE_TOPICS),
    subject: nullable(Type.String({ examples: ['commerce:///partner/partners/01K9ZB3V5Q8W2E4R6T7Y1M0N9P'] })),
    eventId: nullable(Type.String({ examples: ['crm-2026-000481'] })),
    occurredAt: timestamp(),
  },
  { additionalProperties: false },
)
