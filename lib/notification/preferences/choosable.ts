import { TOPICS } from '../../../schemas/events/topics.ts'
import type { Channel, TopicName } from '../../../schemas/notification/topic.ts'
import { isAddressed, isOffered } from '../fan-out/channels.ts'
import { isMandatory } from './matrix.ts'

/** People who are told by an address alone may have no account, and so no preferences. */
const hasAccount = (topic: TopicName) => !isAddressed(topic) || 'identityId' in TOPICS[topic].variables.properties

/** Tells why a member's own choice for a cell would never matter; undefined where it can. */
export const unchoosableBecause = (topic: TopicName, channel: Channel): string | undefined => {
  if (isOffered(topic, channel, 'tenant')) return `${channel} reaches one place of the tenant; its policy decides on it`
  if (!isOffered(topic, channel, 'person')) return `${topic} is told by email alone`
  if (isMandatory(topic, channel)) return `${topic} always reaches its owner by ${channel}`
  if (!hasAccount(topic)) return `${topic} goes to people who need not have an account`
  return undefined
}

export const isChoosable = (topic: TopicName, channel: Channel): boolean =>
  unchoosableBecause(topic, channel) === undefined
