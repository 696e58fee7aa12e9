import { TOPICS } from '../lib/events/topics.ts'
import { oneOf } from './types.ts'

export const CHANNELS = ['storage', 'email', 'sms', 'push', 'webhook', 'slack'] as const
export type Channel = (typeof CHANNELS)[number]

/** A topic that is told to people; what only the platform acts upon is none of theirs. */
export type TopicName = {
  [T in keyof typeof TOPICS]: (typeof TOPICS)[T]['audience'] extends 'nobody' ? never : T
}[keyof typeof TOPICS]

export const TOPIC_NAMES = Object.entries(TOPICS).flatMap(([name, { audience }]) =>
  (audience as string) === 'nobody' ? [] : [name as TopicName],
)

export const topicName = (options: object = {}) =>
  oneOf(TOPIC_NAMES, { description: 'What kind of event', examples: ['partner.partner.created'], ...options })

export const channelName = (options: object = {}) =>
  oneOf(CHANNELS, { description: 'A way to reach people', ...options })
