import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import { endEarlier, listWindows } from './window-store.ts'

/** Ends a member's windows now, after its choice of a window or its do-not-disturb has changed. */
export const releaseWindows = async (
  { db }: Pick<App, 'db'>,
  { tenant, identityId }: TaskData['notification.digests.release'],
  now: Date,
): Promise<void> => {
  for (const window of await listWindows(db, { tenant, identity: identityId }))
    if (window.dueSk) await db.update(endEarlier(window, now))
}
