import { TOPICS } from '../events/topics.ts'
import { oneOf } from '../types.ts'

export const CHANNELS = ['storage', 'email', 'sms', 'push', 'webhook', 'slack'] as const
export type Channel = (typeof CHANNELS)[number]

export type TopicName = keyof typeof TOPICS

export const TOPIC_NAMES = Object.keys(TOPICS) as TopicName[]

export const topicName = (options: object = {}) =>
  oneOf(TOPIC_NAMES, { description: 'Kind of event', examples: ['partner.partner.created'], ...options })

export const channelName = (options: object = {}) =>
  oneOf(CHANNELS, { description: 'Channel by which notifications are sent', ...options })
