import { readWatch } from '../../../lib/notification/watches/read-watch.ts'
import { addWatch } from '../../../lib/notification/watches/watch-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { TopicSubscription, WatchInput } from '../../../schemas/notification/watch.ts'
import { ABILITY_SUBJECTS } from '../../iam/auth/ability-subjects.ts'

export const watchTopic = endpoint({
  route: 'POST /api/notification/watches',
  scope: 'notification:own:write',
  summary: 'Watch a topic',
  description:
    'Watches the whole topic, or one subject of it. Watchers are notified like the members whom the topic concerns. Events for one person, such as a password reset, go only to that person.',
  body: WatchInput,
  returns: TopicSubscription,
  async run(_app, { caller, body, unit }) {
    const watch = readWatch(ABILITY_SUBJECTS, body)
    addWatch(unit, caller.identity, watch)
    return { ...watch, subscribed: true }
  },
})
