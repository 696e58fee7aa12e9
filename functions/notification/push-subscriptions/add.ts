import { registerPush, showPushSubscription } from '../../../lib/notification/push-subscriptions/push-store.ts'
import { endpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { PushSubscription, PushSubscriptionInput } from '../../../schemas/notification/push-subscription.ts'

export const registerPushSubscription = endpoint({
  route: 'POST /api/notification/push-subscriptions',
  scope: 'notification:own:write',
  summary: 'Be notified in this browser',
  description:
    'The same endpoint again has its keys replaced. A browser belongs to whoever registered it last, so that nobody sees what is meant for who used it before.',
  body: PushSubscriptionInput,
  returns: PushSubscription,
  success: 201,
  also: 200,
  async run(app, { caller, body, unit }) {
    const { subscription, isNew } = await registerPush(app, unit, caller.identity, body)
    return reply(showPushSubscription(subscription), { status: isNew ? 201 : 200 })
  },
})
