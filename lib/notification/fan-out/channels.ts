import { TOPICS } from '../../../schemas/events/topics.ts'
import type { Channel, TopicName } from '../../../schemas/notification/topic.ts'

/** Who is told: somebody, or the whole tenant in the one place that it has for that. */
export type Reader = 'person' | 'tenant'

const OFFERED: Record<Reader, ReadonlySet<Channel>> = {
  person: new Set(['storage', 'email', 'sms', 'push']),
  tenant: new Set(['webhook', 'slack']),
}

export const TENANT_CHANNELS = [...OFFERED.tenant]

/** Whether an event is told to nobody but whose address it has. They get a mail: they may not be able to sign in. */
export const isAddressed = (topic: TopicName): boolean => 'email' in TOPICS[topic].variables.properties

/** Whether a topic is told by a channel at all. */
export const isOffered = (topic: TopicName, channel: Channel, reader: Reader): boolean =>
  isAddressed(topic) ? reader === 'person' && channel === 'email' : OFFERED[reader].has(channel)
