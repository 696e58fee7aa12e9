import * as Type from 'typebox'
import { listNotifications } from '../../../lib/notification/notifications/list-notifications.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { BUCKETS, Notification } from '../../../schemas/notification/notification.ts'
import { oneOf } from '../../../schemas/types.ts'

export const listMyNotifications = listEndpoint({
  route: 'GET /api/notification/notifications',
  scope: 'notification:own:read',
  summary: 'List your notifications',
  query: { type: oneOf(BUCKETS), isRead: Type.Boolean() },
  of: Notification,
  itemsPerPage: 10,
  sizeName: 'limit',
  run: ({ db }, { caller, query, page }) => listNotifications(db, caller, page, query),
})
