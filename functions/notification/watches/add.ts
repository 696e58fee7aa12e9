import { addWatch, canonicalizeSubject } from '../../../lib/notification/watches/watch-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { TopicSubscription, WatchInput } from '../../../schemas/notification/watch.ts'

export const watchTopic = endpoint({
  route: 'POST /api/notification/watches',
  scope: 'notification:own:write',
  summary: 'Watch a topic, or one subject of it',
  description:
    'Whoever watches is told like those whom the event concerns. What is addressed to one person, such as a password reset, is told to nobody else.',
  body: WatchInput,
  returns: TopicSubscription,
  async run(_app, { caller, body: { topic, subject }, unit }) {
    const watch = { topic, subject: subject == null ? null : canonicalizeSubject(subject) }
    addWatch(unit, caller.identity, watch)
    return { ...watch, subscribed: true }
  },
})
