import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { getTenantOfKey, listDue, reschedule } from '../../platform/store/table/due.ts'
import type { Item } from '../../platform/store/table/table.ts'

/** An enqueued item is due again after this time, in case its message is lost or its worker dies. */
const ENQUEUE_AGAIN_MS = 5 * 60_000
/** Whatever was enqueued or has a worker is due again after less than this time. */
const MAX_AGAIN_MS = 6 * 60_000
const MAX_ITEMS_PER_PARTITION = 250

interface Message {
  id: string
  body: string
}

export interface Queueing {
  now: Date
  log: Log
  hasTime: () => boolean
  /** True if the queue lost its messages: then whatever may have been enqueued before is due. */
  isQueueLost?: boolean | undefined
}

interface Enqueued extends Queueing {
  /** Returns undefined for an item that must not become due any more. */
  buildMessage: (tenant: Id, item: Item) => Promise<Message | undefined> | Message
}

/** Enqueues all items that are due for the workers of syncs. If two callers find an item, only one of them enqueues it. */
export const queueDue = async (
  app: Pick<App, 'db' | 'queues' | 'config'>,
  kind: 'channel' | 'run-partition',
  { now, hasTime, isQueueLost, buildMessage }: Omit<Enqueued, 'log'>,
): Promise<{ queued: number; failed: number }> => {
  const tally = { queued: 0, failed: 0 }
  const again = new Date(now.getTime() + (isQueueLost ? MAX_AGAIN_MS : ENQUEUE_AGAIN_MS))
  // Enqueuing an item makes it due after all that is listed, so it is not listed again.
  const until = isQueueLost ? new Date(again.getTime() - 1) : now
  while (hasTime()) {
    const due = await listDue(app.db, kind, until, MAX_ITEMS_PER_PARTITION)
    if (!due.length) break
    const messages = []
    for (const item of due) {
      const message = await buildMessage(getTenantOfKey(item), item)
      if ((await reschedule(app.db, item, message && again)) && message) messages.push(message)
    }
    const failed = await app.queues.send(app.config.syncQueue, messages)
    tally.queued += messages.length - failed.size
    tally.failed += failed.size
    if (due.length < MAX_ITEMS_PER_PARTITION) break
  }
  return tally
}
