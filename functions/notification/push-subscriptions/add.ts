import { registerPush, showPushSubscription } from '../../../lib/notification/push-subscriptions/push-store.ts'
import { endpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { PushSubscription, PushSubscriptionInput } from '../../../schemas/notification/push-subscription.ts'

export const registerPushSubscription = endpoint({
  route: 'POST /api/notification/push-subscriptions',
  scope: 'notification:own:write',
  summary: 'Register a browser for push notifications',
  description:
    'Registering an endpoint again replaces its keys and returns 200. A browser belongs to the user who registered it last, so that nobody sees the notifications of an earlier user.',
  body: PushSubscriptionInput,
  returns: PushSubscription,
  success: 201,
  also: 200,
  async run(app, { caller, body, unit }) {
    const { subscription, isNew } = await registerPush(app, unit, caller.identity, body)
    return reply(showPushSubscription(subscription), { status: isNew ? 201 : 200 })
  },
})
