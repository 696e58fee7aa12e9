import { endpoint } from '../../../lib/http/endpoint.ts'
import { showPreferences } from '../../../lib/notification/preferences-store.ts'
import { NotificationPreferences } from '../../../schemas/preferences.ts'

export const getMyPreferences = endpoint({
  route: 'GET /api/notification/preferences',
  scope: 'notification:own:read',
  summary: 'Get my notification preferences',
  returns: NotificationPreferences,
  run: ({ db }, { caller, now }) => showPreferences(db, caller, now),
})
