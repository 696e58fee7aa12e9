import type { App } from '../app.ts'
import { findTenant } from '../identity/tenant.ts'
import type { Log } from '../log.ts'
import { dueBy, puttingOff, tenantOf } from '../store/due.ts'

/** When a channel comes up again whose message got lost, or whose worker died. */
const AGAIN_MS = 5 * 60_000
const MOST_OF_A_PARTITION = 250

/** Hands every channel whose turn it is to a worker. Of two that find it, the one that puts it off does. */
export const queueSyncs = async (
  app: Pick<App, 'db' | 'queues' | 'config'>,
  now: Date,
  log: Log,
  hasTime: () => boolean,
): Promise<void> => {
  let queued = 0
  while (hasTime()) {
    const found = await dueBy(app.db, 'channel', now, MOST_OF_A_PARTITION)
    if (!found.length) break
    const messages = []
    for (const [tenant, items] of Map.groupBy(found, tenantOf)) {
      const closed = (await findTenant(app.db, tenant))?.closedAt
      for (const item of items) {
        const until = closed ? undefined : new Date(now.getTime() + AGAIN_MS)
        const { ok: held } = await app.db.update(puttingOff(item, until))
        const channelId = item.sk
        if (held && !closed) messages.push({ id: channelId, body: JSON.stringify({ tenant, channelId }) })
      }
    }
    const failed = await app.queues.send(app.config.syncQueue, messages)
    queued += messages.length - failed.size
    if (failed.size) log.warn('sales.sync.not_queued', { channels: failed.size })
    if (found.length < MOST_OF_A_PARTITION) break
  }
  log.info('sales.sync.queued', { channels: queued })
}
