import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../lib/platform/http/response/resource.ts'
import { input, nullable, oneOf, optional, timestamp, ulid } from '../types.ts'
import { CHANNELS, channelName, TOPIC_NAMES, topicName } from './topic.ts'

const cell = { type: topicName(), channel: channelName(), enabled: Type.Boolean() }

export type Entry = Static<ReturnType<typeof Type.Object<typeof cell>>>

const shown = (description: string) => Type.Array(Type.Object(cell), { description })

const given = () =>
  Type.Array(input(cell), {
    maxItems: CHANNELS.length * TOPIC_NAMES.length,
    description: 'Only what is to change; every other cell keeps its state',
    examples: [[{ type: 'partner.partner.created', channel: 'email', enabled: false }]],
  })

export const ChannelPolicy = resource('ChannelPolicy', '/api/notification/policy', {
  id: Type.Unsafe<'policy'>({ type: 'string', const: 'policy' }),
  entries: shown('Every topic with every channel, and whether the tenant lets it through'),
})

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
  doNotDisturbStart: time("When the daily silence begins, in the tenant's time zone"),
  doNotDisturbEnd: time('When it ends; earlier than the start is on the next day, the same as the start is no silence'),
}

export const NotificationPreferences = resource('NotificationPreferences', '/api/notification/preferences', {
  id: ulid(),
  userId: ulid({ description: 'The identity whose preferences these are' }),
  entries: shown(
    "Every topic with the channels by which one's own choice counts: that choice, or else what the tenant's policy says",
  ),
  doNotDisturb: Type.Boolean({ description: 'Whether it was switched on until it is switched off again' }),
  doNotDisturbUntil: nullable(
    timestamp({ description: 'When the present silence ends; null where there is none, or none that ends by itself' }),
  ),
  ...window,
  createdAt: nullable(timestamp({ description: 'Null until something was chosen' })),
  updatedAt: nullable(timestamp()),
})

export const PreferencesUpdate = input(optional({ entries: given(), doNotDisturb: Type.Boolean(), ...window }))
export type PreferencesUpdate = Static<typeof PreferencesUpdate>

export const NOT_SENT_BECAUSE = [
  'not_offered',
  'default',
  'policy',
  'preference',
  'do_not_disturb',
  'no_phone',
] as const
export type NotSentBecause = (typeof NOT_SENT_BECAUSE)[number]

export const EventRecipient = resource('EventRecipient', '/api/notification/events/{eventId}/trace?recipient={id}', {
  id: ulid({ description: 'The identity, or the member where there is no account yet' }),
  eventId: ulid(),
  topic: Type.String({ examples: ['partner.partner.created'] }),
  decidedAt: timestamp(),
  channels: Type.Array(
    Type.Object({
      channel: oneOf(CHANNELS),
      sent: Type.Boolean(),
      because: nullable(oneOf(NOT_SENT_BECAUSE, { description: 'What kept it back; null where it was sent' })),
    }),
  ),
})
