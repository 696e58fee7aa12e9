import type { Static } from 'typebox'
import * as Type from 'typebox'
import { REVISED, resource } from '../resource.ts'
import { input, nullable, oneOf, optional, timestamp, ulid } from '../types.ts'
import { DIGEST_WINDOWS } from './digest-window.ts'
import { CHANNELS, channelName, TOPIC_NAMES, topicName } from './topic.ts'

const cell = { type: topicName(), channel: channelName(), enabled: Type.Boolean() }

export type Entry = Static<ReturnType<typeof Type.Object<typeof cell>>>

const entries = (description: string) => Type.Array(Type.Object(cell), { description })

const given = () =>
  Type.Array(input(cell), {
    maxItems: CHANNELS.length * TOPIC_NAMES.length,
    description: 'Entries to change; all others stay unchanged',
    examples: [[{ type: 'partner.partner.created', channel: 'email', enabled: false }]],
  })

export const ChannelPolicy = resource(
  'ChannelPolicy',
  '/api/notification/policy',
  {
    id: Type.Unsafe<'policy'>({ type: 'string', const: 'policy' }),
    entries: entries('Every topic and channel, and whether the tenant enables it'),
  },
  REVISED,
)

export const ChannelPolicyUpdate = input({ entries: given() })

const time = (description: string) =>
  nullable(
    Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      title: 'a time of the day as HH:MM',
      description,
      examples: ['22:00'],
    }),
  )

const window = {
  doNotDisturbStart: time("Start of the daily do-not-disturb window, in the tenant's time zone"),
  doNotDisturbEnd: time('End of the window: on the next day if earlier than the start; no window if equal'),
}

const digest = {
  digestWindow: nullable(
    oneOf(DIGEST_WINDOWS, {
      description:
        "Time within which e-mails, push and text messages of a topic that follow a first one are gathered for one digest; null for the tenant's setting",
    }),
  ),
  digestHour: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 23,
      title: 'an hour from 0 to 23',
      description: "Hour of daily digests, in the tenant's time zone; null for the tenant's setting",
      examples: [8],
    }),
  ),
}

export const NotificationPreferences = resource('NotificationPreferences', '/api/notification/preferences', {
  id: ulid(),
  userId: ulid({ description: 'The identity whose preferences these are' }),
  entries: entries("Topics and channels for which your choice has an effect: your choice, or the tenant's policy"),
  doNotDisturb: Type.Boolean({ description: 'True if you enabled do-not-disturb; it lasts until you disable it' }),
  doNotDisturbUntil: nullable(
    timestamp({
      description: 'End of the current do-not-disturb; null if none is active or it lasts until you disable it',
    }),
  ),
  ...window,
  ...digest,
  createdAt: nullable(timestamp({ description: 'Null until the first change' })),
  updatedAt: nullable(timestamp()),
})

export const PreferencesUpdate = input(
  optional({ entries: given(), doNotDisturb: Type.Boolean(), ...window, ...digest }),
  { minProperties: 1 },
)
export type PreferencesUpdate = Static<typeof PreferencesUpdate>

export const NOT_SENT_BECAUSE = [
  'not_offered',
  'default',
  'policy',
  'preference',
  'do_not_disturb',
  'no_phone',
  'gathered',
  'no_longer_recipient',
] as const
export type NotSentBecause = (typeof NOT_SENT_BECAUSE)[number]

export const EventRecipient = resource('EventRecipient', '/api/notification/events/{eventId}/trace?recipient={id}', {
  id: ulid({ description: 'The identity, or the member if there is no account yet' }),
  eventId: ulid(),
  topic: Type.String({ examples: ['partner.partner.created'] }),
  decidedAt: timestamp(),
  channels: Type.Array(
    Type.Object({
      channel: oneOf(CHANNELS),
      sent: Type.Boolean(),
      because: nullable(oneOf(NOT_SENT_BECAUSE, { description: 'Reason why it was not sent; null if it was sent' })),
      digestId: nullable(ulid({ description: 'Digest of which the message became part; null if it is none' })),
      digestSentAt: nullable(timestamp({ description: 'Null until the digest is sent' })),
    }),
  ),
})
