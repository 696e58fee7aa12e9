import { endpoint } from '../../../lib/http/endpoint.ts'
import { findNotification } from '../../../lib/notification/notification-store.ts'
import { orNotFound } from '../../../lib/problem.ts'
import { Notification } from '../../../schemas/notification.ts'

export const getNotification = endpoint({
  route: 'GET /api/notification/notifications/{id}',
  scope: 'notification:own:read',
  summary: 'Get one of my notifications',
  returns: Notification,
  async run({ db }, { caller, params }) {
    return orNotFound(await findNotification(db, caller, params.id))
  },
})
