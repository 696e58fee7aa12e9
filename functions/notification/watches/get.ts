import { readWatch } from '../../../lib/notification/watches/read-watch.ts'
import { isWatching } from '../../../lib/notification/watches/watch-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { type TopicName, topicName } from '../../../schemas/notification/topic.ts'
import { subjectUri, TopicSubscription } from '../../../schemas/notification/watch.ts'
import { ABILITY_SUBJECTS } from '../../iam/auth/ability-subjects.ts'

export const getTopicWatch = endpoint({
  route: 'GET /api/notification/watches',
  scope: 'notification:own:read',
  summary: 'Check whether you watch a topic',
  query: { topic: topicName(), subject: subjectUri() },
  required: ['topic'],
  returns: TopicSubscription,
  async run({ db }, { caller, query: { topic, subject } }) {
    const watch = readWatch(ABILITY_SUBJECTS, { topic: topic as TopicName, subject })
    return { ...watch, subscribed: await isWatching(db, caller, watch) }
  },
})
