import { TOPICS, type Topic } from '../events/topics.ts'

export type Channel = 'storage' | 'email'

/** How recipients of a topic are reached. Who is named gets a mail: they may not be able to sign in. */
export const channelsOf = (topic: Topic): readonly Channel[] =>
  TOPICS[topic].audience === 'named' ? ['email'] : ['storage']
