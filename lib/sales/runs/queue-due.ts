import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { buildReschedule, getTenantOfKey, listDue } from '../../platform/store/table/due.ts'
import type { Item } from '../../platform/store/table/table.ts'

/** When what was handed on comes up again, should its message get lost or its worker die. */
const AGAIN_MS = 5 * 60_000
const MAX_ITEMS_PER_PARTITION = 250

interface Message {
  id: string
  body: string
}

interface Queueing {
  now: Date
  hasTime: () => boolean
  /** Undefined for what is not to come up any more. */
  messageOf: (tenant: Id, item: Item) => Promise<Message | undefined> | Message
}

/** Hands all that is due to the workers of syncs. Of two that find something, the one that puts it off does. */
export const queueDue = async (
  app: Pick<App, 'db' | 'queues' | 'config'>,
  kind: 'channel' | 'run-lane',
  { now, hasTime, messageOf }: Queueing,
): Promise<{ queued: number; failed: number }> => {
  const tally = { queued: 0, failed: 0 }
  while (hasTime()) {
    const found = await listDue(app.db, kind, now, MAX_ITEMS_PER_PARTITION)
    if (!found.length) break
    const messages = []
    for (const item of found) {
      const message = await messageOf(getTenantOfKey(item), item)
      const until = message && new Date(now.getTime() + AGAIN_MS)
      const { ok: held } = await app.db.update(buildReschedule(item, until))
      if (held && message) messages.push(message)
    }
    const failed = await app.queues.send(app.config.syncQueue, messages)
    tally.queued += messages.length - failed.size
    tally.failed += failed.size
    if (found.length < MAX_ITEMS_PER_PARTITION) break
  }
  return tally
}
