import type { Static } from 'typebox'
import { DOCUMENT } from './topics/document.ts'
import { FINANCE } from './topics/finance.ts'
import { FULFILMENT } from './topics/fulfilment.ts'
import { GOODS } from './topics/goods.ts'
import { INTEGRATION } from './topics/integration.ts'
import { PEOPLE } from './topics/people.ts'
import { SALES } from './topics/sales.ts'
import { SHIPPING } from './topics/shipping.ts'
import { makeTopicExampleValue } from './topics/topic.ts'

export type { Audience } from './topics/topic.ts'

/** All topics, with audience and data. */
export const TOPICS = {
  ...SHIPPING,
  ...FULFILMENT,
  ...SALES,
  ...FINANCE,
  ...DOCUMENT,
  ...GOODS,
  ...PEOPLE,
  ...INTEGRATION,
}

export type Topic = keyof typeof TOPICS

/** Event data by topic. */
export type TopicData = { [T in Topic]: Static<(typeof TOPICS)[T]['variables']> }

/** Returns an example of a topic's event data. */
export const makeTopicExample = <T extends Topic>(name: T): TopicData[T] =>
  makeTopicExampleValue(TOPICS[name].variables) as TopicData[T]
