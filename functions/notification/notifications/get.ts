import { findNotification } from '../../../lib/notification/notifications/notification-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Notification } from '../../../schemas/notification/notification.ts'

export const getNotification = endpoint({
  route: 'GET /api/notification/notifications/{id}',
  scope: 'notification:own:read',
  summary: 'Get a notification',
  returns: Notification,
  async run({ db }, { caller, params }) {
    return orNotFound(await findNotification(db, caller, params.id))
  },
})
