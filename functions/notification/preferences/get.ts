import { showPreferences } from '../../../lib/notification/preferences/preferences-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { NotificationPreferences } from '../../../schemas/notification/preferences.ts'

export const getMyPreferences = endpoint({
  route: 'GET /api/notification/preferences',
  scope: 'notification:own:read',
  summary: 'Get my notification preferences',
  description:
    'The cells in which a choice of yours can matter. `webhook` and `slack` reach one place of the tenant, security topics always reach you by e-mail, and an invitation goes to people who need not have an account, so these are left out.',
  returns: NotificationPreferences,
  run: ({ db }, { caller, now }) => showPreferences(db, caller, now),
})
