import type { App } from '../app.ts'
import type { Id } from '../id.ts'
import type { Log } from '../log.ts'
import { dueBy, puttingOff, tenantOf } from '../store/due.ts'
import type { Key } from '../store/table.ts'
import { laneOf, lanesOfRun } from './catalog-run-store.ts'

/** When a lane comes up again whose message got lost. */
const AGAIN_MS = 5 * 60_000
const MOST_OF_A_PARTITION = 250

const messageOf = (tenant: Id, row: Key) => ({ id: row.sk, body: JSON.stringify({ tenant, ...laneOf(row) }) })

/** Hands the lanes of a run on as soon as they are there; whatever gets lost of this is found by the schedule. */
export const startRun = async (
  app: Pick<App, 'db' | 'queues' | 'config'>,
  { tenant, channelId, runId }: { tenant: Id; channelId: Id; runId: Id },
): Promise<void> => {
  const rows = await lanesOfRun(app.db, tenant, { channelId, runId })
  if (rows.length)
    await app.queues.send(
      app.config.syncQueue,
      rows.map((row) => messageOf(tenant, row)),
    )
}

/** Hands every lane that waits and is not worked at to a worker. Of two that find it, the one that puts it off does. */
export const queueLanes = async (
  app: Pick<App, 'db' | 'queues' | 'config'>,
  now: Date,
  log: Log,
  hasTime: () => boolean,
): Promise<void> => {
  let queued = 0
  while (hasTime()) {
    const found = await dueBy(app.db, 'run-lane', now, MOST_OF_A_PARTITION)
    if (!found.length) break
    const messages = []
    for (const item of found) {
      const { ok: held } = await app.db.update(puttingOff(item, new Date(now.getTime() + AGAIN_MS)))
      if (held) messages.push(messageOf(tenantOf(item), item))
    }
    const failed = await app.queues.send(app.config.syncQueue, messages)
    queued += messages.length - failed.size
    if (failed.size) log.warn('sales.run.not_queued', { lanes: failed.size })
    if (found.length < MOST_OF_A_PARTITION) break
  }
  log.info('sales.run.queued', { lanes: queued })
}
