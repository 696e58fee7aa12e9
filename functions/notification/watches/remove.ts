import { readWatch } from '../../../lib/notification/watches/read-watch.ts'
import { removeWatch } from '../../../lib/notification/watches/watch-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { type TopicName, topicName } from '../../../schemas/notification/topic.ts'
import { subjectUri } from '../../../schemas/notification/watch.ts'
import { ABILITY_SUBJECTS } from '../../iam/auth/ability-subjects.ts'

export const unwatchTopic = endpoint({
  route: 'DELETE /api/notification/watches',
  scope: 'notification:own:write',
  summary: 'Stop watching a topic',
  query: { topic: topicName(), subject: subjectUri() },
  required: ['topic'],
  async run(_app, { caller, query: { topic, subject }, unit }) {
    removeWatch(unit, caller.identity, readWatch(ABILITY_SUBJECTS, { topic: topic as TopicName, subject }))
  },
})
