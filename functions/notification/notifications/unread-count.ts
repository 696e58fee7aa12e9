import { countUnread } from '../../../lib/notification/notifications/notification-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { UnreadCount } from '../../../schemas/notification/notification.ts'

export const getUnreadCount = endpoint({
  route: 'GET /api/notification/notifications/unread-count',
  scope: 'notification:own:read',
  summary: 'Count unread notifications',
  returns: UnreadCount,
  async run({ db }, { caller }) {
    return { id: 'unread-count', count: await countUnread(db, caller) }
  },
})
