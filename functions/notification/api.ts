import { router } from '../../lib/http/router.ts'
import { getNotification } from './notifications/get.ts'
import { listMyNotifications } from './notifications/list.ts'
import { markAllRead } from './notifications/mark-all-read.ts'
import { markOneRead } from './notifications/read.ts'
import { getUnreadCount } from './notifications/unread-count.ts'

export const endpoints = {
  listMyNotifications,
  markAllRead,
  getUnreadCount,
  getNotification,
  markOneRead,
}

export const handler = router(endpoints)
