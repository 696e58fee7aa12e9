import { endpoint } from '../../../lib/http/endpoint.ts'
import { markRead } from '../../../lib/notification/notification-store.ts'

export const markOneRead = endpoint({
  route: 'POST /api/notification/notifications/{id}/read',
  scope: 'notification:own:write',
  summary: 'Mark one of my notifications as read',
  success: 204,
  run: ({ db }, { caller, params, now }) => markRead(db, caller, params.id, now),
})
