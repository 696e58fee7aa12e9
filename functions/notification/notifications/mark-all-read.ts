import { markAllRead as markAll } from '../../../lib/notification/notifications/mark-read.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'

export const markAllRead = endpoint({
  route: 'POST /api/notification/notifications/mark-all-read',
  scope: 'notification:own:write',
  summary: 'Mark all notifications as read',
  success: 204,
  run: (app, { caller, now }) => markAll(app, caller, now),
})
