import { createRouter } from '../../lib/platform/http/router.ts'
import { publishEvent } from './events/add.ts'
import { getEventTrace } from './events/trace.ts'
import { listRecipientMessages } from './messages/list.ts'
import { getNotification } from './notifications/get.ts'
import { listMyNotifications } from './notifications/list.ts'
import { markAllRead } from './notifications/mark-all-read.ts'
import { markOneRead } from './notifications/read.ts'
import { getUnreadCount } from './notifications/unread-count.ts'
import { getChannelPolicy } from './policy/get.ts'
import { updateChannelPolicy } from './policy/update.ts'
import { disableDoNotDisturb } from './preferences/do-not-disturb/disable.ts'
import { enableDoNotDisturb } from './preferences/do-not-disturb/enable.ts'
import { getMyPreferences } from './preferences/get.ts'
import { updateMyPreferences } from './preferences/update.ts'
import { registerPushSubscription } from './push-subscriptions/add.ts'
import { getPushSubscription } from './push-subscriptions/get.ts'
import { getPushKey } from './push-subscriptions/key.ts'
import { listPushSubscriptions } from './push-subscriptions/list.ts'
import { removePushSubscription } from './push-subscriptions/remove.ts'
import { createTemplate } from './templates/create.ts'
import { getTemplate } from './templates/get.ts'
import { listTemplates } from './templates/list.ts'
import { previewTemplate } from './templates/preview.ts'
import { updateTemplate } from './templates/update.ts'
import { watchTopic } from './watches/add.ts'
import { getTopicWatch } from './watches/get.ts'
import { unwatchTopic } from './watches/remove.ts'
import { createWebhookEndpoint } from './webhook-endpoints/create.ts'
import { deleteWebhookEndpoint } from './webhook-endpoints/delete.ts'
import { getWebhookEndpointDelivery } from './webhook-endpoints/deliveries/get.ts'
import { listWebhookEndpointDeliveries } from './webhook-endpoints/deliveries/list.ts'
import { replayWebhookEndpointDelivery } from './webhook-endpoints/deliveries/replay.ts'
import { getWebhookEndpoint } from './webhook-endpoints/get.ts'
import { listWebhookEndpoints } from './webhook-endpoints/list.ts'
import { replayWebhooks } from './webhook-endpoints/replay.ts'
import { rotateEndpointSecret } from './webhook-endpoints/rotate-secret.ts'
import { testWebhookEndpoint } from './webhook-endpoints/test.ts'
import { updateWebhookEndpoint } from './webhook-endpoints/update.ts'

export const endpoints = {
  listMyNotifications,
  markAllRead,
  getUnreadCount,
  getNotification,
  markOneRead,
  getChannelPolicy,
  updateChannelPolicy,
  getMyPreferences,
  updateMyPreferences,
  enableDoNotDisturb,
  disableDoNotDisturb,
  listPushSubscriptions,
  getPushKey,
  getPushSubscription,
  registerPushSubscription,
  removePushSubscription,
  listTemplates,
  createTemplate,
  previewTemplate,
  getTemplate,
  updateTemplate,
  getTopicWatch,
  watchTopic,
  unwatchTopic,
  publishEvent,
  getEventTrace,
  listRecipientMessages,
  listWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateEndpointSecret,
  testWebhookEndpoint,
  replayWebhooks,
  listWebhookEndpointDeliveries,
  getWebhookEndpointDelivery,
  replayWebhookEndpointDelivery,
}

export const handler = createRouter(endpoints)
