import { removePush } from '../../../lib/notification/push-subscriptions/push-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { notFound } from '../../../lib/platform/problem.ts'
import { pushEndpoint } from '../../../schemas/notification/push-subscription.ts'

export const removePushSubscription = endpoint({
  route: 'DELETE /api/notification/push-subscriptions',
  scope: 'notification:own:write',
  summary: 'Unregister a browser',
  query: { endpoint: pushEndpoint() },
  required: ['endpoint'],
  problems: ['NOT_FOUND'],
  async run({ db }, { caller, query, unit }) {
    if (!(await removePush(db, unit, caller.identity, query.endpoint as string))) throw notFound()
  },
})
