import type { NotSentBecause } from '../../../schemas/notification/preferences.ts'
import type { Channel, TopicName } from '../../../schemas/notification/topic.ts'
import { isOffered, type RecipientKind } from './is-offered.ts'
import { isAllowedByPolicy, isMandatory, type PreferenceMatrix } from './matrix.ts'

export type Decision = { send: true } | { send: false; because: NotSentBecause }

/** Facts that decide in addition to the topic and the channel. */
export interface Gates {
  recipientKind: RecipientKind
  /** The tenant's policy, which preferences cannot extend. */
  policy: PreferenceMatrix
  /** The recipient's own choices. */
  preference: PreferenceMatrix
  /** True while the recipient's do-not-disturb is active. */
  silent: boolean
  /** True if the recipient has a number that can receive text messages. */
  hasPhone: boolean
}

const refuseBecause = (because: NotSentBecause): Decision => ({ send: false, because })

/** Decides whether a recipient gets the topic by the channel; a refusal names the first reason, in this order. */
export const decideChannel = (topic: TopicName, channel: Channel, gates: Gates): Decision => {
  const { recipientKind, policy, preference, silent, hasPhone } = gates
  if (!isOffered(topic, channel, recipientKind)) return refuseBecause('not_offered')
  if (isMandatory(topic, channel)) return { send: true }
  if (!isAllowedByPolicy(policy, topic, channel))
    return refuseBecause(policy[topic]?.[channel] === undefined ? 'default' : 'policy')
  if (preference[topic]?.[channel] === false) return refuseBecause('preference')
  if (channel !== 'storage' && silent) return refuseBecause('do_not_disturb')
  if (channel === 'sms' && !hasPhone) return refuseBecause('no_phone')
  return { send: true }
}
