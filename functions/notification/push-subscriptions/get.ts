import { endpoint } from '../../../lib/http/endpoint.ts'
import { pushSubscriptionsOf, showPushSubscription } from '../../../lib/notification/push-store.ts'
import { orNotFound } from '../../../lib/problem.ts'
import { PushSubscription } from '../../../schemas/push-subscription.ts'

export const getPushSubscription = endpoint({
  route: 'GET /api/notification/push-subscriptions/{id}',
  scope: 'notification:own:read',
  summary: 'Get a browser in which I am notified',
  returns: PushSubscription,
  async run({ db }, { caller, params, now }) {
    const subscriptions = await pushSubscriptionsOf(db, caller.identity, now)
    return showPushSubscription(orNotFound(subscriptions.find(({ id }) => id === params.id)))
  },
})
