import { getVapidKeys } from '../../../lib/notification/deliveries/adapters/get-vapid-keys.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { PushKey } from '../../../schemas/notification/push-subscription.ts'

export const getPushKey = endpoint({
  route: 'GET /api/notification/push-subscriptions/key',
  scope: 'notification:own:read',
  summary: 'The key that a browser needs to subscribe to push messages',
  description: 'Give it to `pushManager.subscribe` as `applicationServerKey`, and register what that returns.',
  returns: PushKey,
  async run(app) {
    const { publicKey } = await getVapidKeys(app)
    return { id: 'key', publicKey }
  },
})
