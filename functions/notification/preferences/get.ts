import { showPreferences } from '../../../lib/notification/preferences/preferences-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { NotificationPreferences } from '../../../schemas/notification/preferences.ts'

export const getMyPreferences = endpoint({
  route: 'GET /api/notification/preferences',
  scope: 'notification:own:read',
  summary: 'Get your notification preferences',
  description:
    'Lists the topics and channels for which your choice has an effect. Left out are `webhook` and `slack`, which go to the tenant as a whole, e-mails on the security of your account, which are always sent, and topics for people who may have no account, such as invitations.',
  returns: NotificationPreferences,
  run: ({ db }, { caller, now }) => showPreferences(db, caller, now),
})
