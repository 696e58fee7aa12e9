import type { NotSentBecause } from '../../../schemas/notification/preferences.ts'
import type { Channel, TopicName } from '../../../schemas/notification/topic.ts'
import { type Cells, isAllowedByPolicy, isMandatory } from '../preferences/matrix.ts'
import { isOffered, type RecipientKind } from './channels.ts'

export type Decision = { send: true } | { send: false; because: NotSentBecause }

/** What decides beside the topic and the channel. */
export interface Gates {
  recipientKind: RecipientKind
  /** The tenant's; the ceiling. */
  policy: Cells
  /** The recipient's; narrows further. */
  preference: Cells
  /** Whether the recipient is not to be disturbed now. */
  silent: boolean
  /** Whether there is a number that text messages may go to. */
  hasPhone: boolean
}

const refuseBecause = (because: NotSentBecause): Decision => ({ send: false, because })

/** Whether somebody is told of the topic by the channel: the gates in their order, and the first that is shut. */
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
