import type { Channel, TopicName } from '../../schemas/topic.ts'
import { TOPICS } from '../events/topics.ts'

/** What is told to a member goes by these; the other channels carry nothing yet. */
const TO_MEMBERS: ReadonlySet<Channel> = new Set(['storage', 'email'])

/** Whether a topic is told by a channel at all. Whose address an event has gets a mail: they may not be able to sign in. */
export const isOffered = (topic: TopicName, channel: Channel): boolean =>
  'email' in TOPICS[topic].variables.properties ? channel === 'email' : TO_MEMBERS.has(channel)
