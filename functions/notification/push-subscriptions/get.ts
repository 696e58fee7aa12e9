import { findPushSubscriptions, showPushSubscription } from '../../../lib/notification/push-subscriptions/push-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { PushSubscription } from '../../../schemas/notification/push-subscription.ts'

export const getPushSubscription = endpoint({
  route: 'GET /api/notification/push-subscriptions/{id}',
  scope: 'notification:own:read',
  summary: 'Get a registered browser',
  returns: PushSubscription,
  async run({ db }, { caller, params, now }) {
    const subscriptions = await findPushSubscriptions(db, caller.identity, now)
    return showPushSubscription(orNotFound(subscriptions.find(({ id }) => id === params.id)))
  },
})
