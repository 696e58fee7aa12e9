import { TOPICS } from '../../../../schemas/events/topics.ts'
import { TOPIC_NAMES, type TopicName } from '../../../../schemas/notification/topic.ts'
import { createEvaluator } from '../../../platform/conditions/conditions.ts'
import type { Occurred } from '../../../platform/events/outbox/outbox.ts'
import { isAllowedByPolicy, type PreferenceMatrix } from '../../preferences/matrix.ts'
import type { StoredEndpoint } from './endpoint-store.ts'

/** Topics that endpoints can get: all but those that go to one named person, whose events may hold secrets. */
export const ENDPOINT_TOPICS: readonly TopicName[] = TOPIC_NAMES.filter((topic) => TOPICS[topic].audience !== 'named')

const OFFERED: ReadonlySet<string> = new Set(ENDPOINT_TOPICS)

/** True if the pattern is the topic, `*`, or the beginning of the topic before `.*`. */
export const matchesTopic = (pattern: string, topic: string): boolean =>
  pattern === '*' || pattern === topic || (pattern.endsWith('.*') && topic.startsWith(pattern.slice(0, -1)))

type Subscription = Pick<StoredEndpoint, 'topics'>

/** Tells whether the endpoint gets the topic; `policy` decides for an endpoint without topics of its own. */
export const isSubscribed = ({ topics }: Subscription, topic: TopicName, policy: PreferenceMatrix): boolean =>
  OFFERED.has(topic) &&
  (topics ? topics.some((pattern) => matchesTopic(pattern, topic)) : isAllowedByPolicy(policy, topic, 'webhook'))

/** The members of an event that filters can name, as in the body of the request. */
const toFilterInput = ({ topic, subject, data }: Pick<Occurred, 'topic' | 'subject' | 'data'>) => ({
  topic,
  subject,
  data: { details: data },
})

export const meetsConditions = (
  { conditions }: Pick<StoredEndpoint, 'conditions'>,
  event: Pick<Occurred, 'topic' | 'subject' | 'data'>,
): boolean => {
  if (!conditions.length) return true
  const { findTrueRules } = createEvaluator({ order: toFilterInput(event) })
  return conditions.every((group) => findTrueRules(group).length > 0)
}

/**
 * True if events are kept for the endpoint. One that the platform disabled is among them: its deliveries fail at once, so
 * that they can be replayed.
 */
const isListening = ({ isEnabled, disabledReason }: StoredEndpoint) => isEnabled || disabledReason !== 'manual'

/** Returns the endpoints that get an event of this topic, as far as the topic decides. */
export const findSubscribers = (
  endpoints: readonly StoredEndpoint[],
  topic: TopicName,
  policy: PreferenceMatrix,
): StoredEndpoint[] => endpoints.filter((each) => isListening(each) && isSubscribed(each, topic, policy))
