import { getVapidKeys } from '../../../lib/notification/deliveries/adapters/get-vapid-keys.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { PushKey } from '../../../schemas/notification/push-subscription.ts'

export const getPushKey = endpoint({
  route: 'GET /api/notification/push-subscriptions/key',
  scope: 'notification:own:read',
  summary: 'Get the public key for push subscriptions',
  description:
    'Pass it to `pushManager.subscribe` as `applicationServerKey`, then register the subscription that it returns.',
  returns: PushKey,
  waitsForGate: true,
  async run(app) {
    const { publicKey } = await getVapidKeys(app)
    return { id: 'key', publicKey }
  },
})
