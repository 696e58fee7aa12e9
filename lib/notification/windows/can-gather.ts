import { TOPICS } from '../../../schemas/events/topics.ts'
import type { Channel, TopicName } from '../../../schemas/notification/topic.ts'

/** Channels that reach a person or a room; the list shows each message, and a webhook's program wants each event. */
const CHANNELS: ReadonlySet<Channel> = new Set(['email', 'sms', 'push', 'slack'])

/** True if messages of the topic by the channel may be gathered for digests. */
export const canGather = (topic: TopicName, channel: Channel): boolean =>
  TOPICS[topic]?.canWait === true && CHANNELS.has(channel)
