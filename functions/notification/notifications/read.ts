import { markRead } from '../../../lib/notification/notifications/mark-read.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'

export const markOneRead = endpoint({
  route: 'POST /api/notification/notifications/{id}/read',
  scope: 'notification:own:write',
  summary: 'Mark a notification as read',
  success: 204,
  ifMatch: true,
  run: ({ db }, { caller, params, unit }) => markRead(db, caller, params.id, unit),
})
