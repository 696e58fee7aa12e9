import type { Static } from 'typebox'
import { DOCUMENT } from './topics/document.ts'
import { FINANCE } from './topics/finance.ts'
import { FULFILMENT } from './topics/fulfilment.ts'
import { GOODS } from './topics/goods.ts'
import { PEOPLE } from './topics/people.ts'
import { SALES } from './topics/sales.ts'
import { SHIPPING } from './topics/shipping.ts'
import { makeTopicExampleValue } from './topics/topic.ts'

export type { Audience } from './topics/topic.ts'

/** All that happens, with who is told of it and what an event says. */
export const TOPICS = {
  ...SHIPPING,
  ...FULFILMENT,
  ...SALES,
  ...FINANCE,
  ...DOCUMENT,
  ...GOODS,
  ...PEOPLE,
}

export type Topic = keyof typeof TOPICS

/** What an event of each topic says. */
export type TopicData = { [T in Topic]: Static<(typeof TOPICS)[T]['variables']> }

/** What an event of the topic may look like. */
export const makeTopicExample = <T extends Topic>(name: T): TopicData[T] =>
  makeTopicExampleValue(TOPICS[name].variables) as TopicData[T]
