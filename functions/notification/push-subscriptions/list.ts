import { findPushSubscriptions, showPushSubscription } from '../../../lib/notification/push-subscriptions/push-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { slicePage } from '../../../lib/platform/store/lists/list.ts'
import { PushSubscription } from '../../../schemas/notification/push-subscription.ts'

export const listPushSubscriptions = listEndpoint({
  route: 'GET /api/notification/push-subscriptions',
  scope: 'notification:own:read',
  summary: 'List registered browsers',
  of: PushSubscription,
  itemsPerPage: 20,
  async run({ db }, { caller, page, now }) {
    const subscriptions = await findPushSubscriptions(db, caller.identity, now)
    return slicePage(subscriptions.map(showPushSubscription), page)
  },
})
