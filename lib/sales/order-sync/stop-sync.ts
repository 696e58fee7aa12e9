import type { App } from '../../platform/app/app.ts'
import { type TaskData, TaskPostponed } from '../../platform/events/outbox/task.ts'
import { findChannel } from '../channels/channel-store.ts'
import { buildSyncMessage } from './queue-syncs.ts'
import { findSyncState } from './sync-state-store.ts'

/** Longer than the lease of a worker that died. */
const REPEAT_MS = 5 * 60_000

/**
 * Enqueues a channel that is not due any more until a worker has closed the order run that was left open; no schedule would
 * do that.
 */
export const stopSync = async (
  app: Pick<App, 'db' | 'queues' | 'config'>,
  { tenant, channelId }: TaskData['sales.sync.stop'],
  now: Date,
): Promise<void> => {
  const [channel, state] = await Promise.all([
    findChannel(app.db, tenant, channelId),
    findSyncState(app.db, tenant, channelId),
  ])
  if (!channel || channel.duePk || !state?.runId) return
  await app.queues.send(app.config.syncQueue, [buildSyncMessage(tenant, channelId)])
  throw new TaskPostponed(new Date(now.getTime() + REPEAT_MS))
}
