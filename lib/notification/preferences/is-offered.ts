import { TOPICS } from '../../../schemas/events/topics.ts'
import type { Channel, TopicName } from '../../../schemas/notification/topic.ts'

/** A person, or the tenant itself, which has one webhook and one Slack channel. */
export type RecipientKind = 'person' | 'tenant'

const OFFERED: Record<RecipientKind, ReadonlySet<Channel>> = {
  person: new Set(['storage', 'email', 'sms', 'push']),
  tenant: new Set(['webhook', 'slack']),
}

export const TENANT_CHANNELS = [...OFFERED.tenant]

/** True if an event goes only to the address in it. It goes by mail, since the recipient may be unable to sign in. */
export const isAddressed = (topic: TopicName): boolean => 'email' in TOPICS[topic].variables.properties

export const isOffered = (topic: TopicName, channel: Channel, recipientKind: RecipientKind): boolean =>
  isAddressed(topic) ? recipientKind === 'person' && channel === 'email' : OFFERED[recipientKind].has(channel)
