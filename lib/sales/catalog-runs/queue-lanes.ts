import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import type { Key } from '../../platform/store/table/table.ts'
import { queueDue } from '../runs/queue-due.ts'
import { listLanesOfRun, parseLaneKey } from './catalog-run-store.ts'

const buildMessage = (tenant: Id, row: Key) => ({ id: row.sk, body: JSON.stringify({ tenant, ...parseLaneKey(row) }) })

/** Hands the lanes of a run on as soon as they are there; whatever gets lost of this is found by the schedule. */
export const startRun = async (
  app: Pick<App, 'db' | 'queues' | 'config'>,
  { tenant, channelId, runId }: { tenant: Id; channelId: Id; runId: Id },
): Promise<void> => {
  const rows = await listLanesOfRun(app.db, tenant, { channelId, runId })
  if (rows.length)
    await app.queues.send(
      app.config.syncQueue,
      rows.map((row) => buildMessage(tenant, row)),
    )
}

/** Hands every lane that waits and is not worked at to a worker. */
export const queueLanes = async (
  app: Pick<App, 'db' | 'queues' | 'config'>,
  now: Date,
  log: Log,
  hasTime: () => boolean,
): Promise<void> => {
  const { queued, failed } = await queueDue(app, 'run-lane', { now, hasTime, messageOf: buildMessage })
  if (failed) log.warn('sales.run.not_queued', { lanes: failed })
  log.info('sales.run.queued', { lanes: queued })
}
