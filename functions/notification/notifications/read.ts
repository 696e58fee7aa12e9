import { markRead } from '../../../lib/notification/notifications/mark-read.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'

export const markOneRead = endpoint({
  route: 'POST /api/notification/notifications/{id}/read',
  scope: 'notification:own:write',
  summary: 'Mark a notification as read',
  success: 204,
  run: ({ db }, { caller, params, now }) => markRead(db, caller, params.id, now),
})
