import { TOPICS } from '../../../schemas/events/topics.ts'
import type { Channel, TopicName } from '../../../schemas/notification/topic.ts'
import { isAddressed, isOffered } from './is-offered.ts'
import { isMandatory } from './matrix.ts'

/** Recipients that an event knows only by address may have no account, and so no preferences. */
const hasAccount = (topic: TopicName) => !isAddressed(topic) || 'identityId' in TOPICS[topic].variables.properties

/** Explains why a member's choice for a cell has no effect; undefined if it has one. */
export const explainUnchoosable = (topic: TopicName, channel: Channel): string | undefined => {
  if (isOffered(topic, channel, 'tenant'))
    return `must not be given: ${channel} goes to the tenant as a whole, and its policy decides`
  if (!isOffered(topic, channel, 'person')) return `must not be given: ${topic} is sent by email only`
  if (isMandatory(topic, channel)) return `must not be given: ${topic} is always sent to its owner by ${channel}`
  if (!hasAccount(topic)) return `must not be given: ${topic} goes to people who may have no account`
  return undefined
}

export const isChoosable = (topic: TopicName, channel: Channel): boolean =>
  explainUnchoosable(topic, channel) === undefined
