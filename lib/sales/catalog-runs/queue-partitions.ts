import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Key } from '../../platform/store/table/table.ts'
import { type Queueing, queueDue } from '../runs/queue-due.ts'
import { listPartitions, parsePartitionKey } from './partition-store.ts'

/** Builds the message for a worker, in which the index has its older name. */
const buildMessage = (tenant: Id, row: Key) => {
  const { index: lane, ...name } = parsePartitionKey(row)
  return { id: row.sk, body: JSON.stringify({ tenant, ...name, lane }) }
}

/** Enqueues the partitions of a run as soon as they exist; the schedule finds those whose message is lost. */
export const startRun = async (
  app: Pick<App, 'db' | 'queues' | 'config'>,
  { tenant, channelId, runId }: { tenant: Id; channelId: Id; runId: Id },
): Promise<void> => {
  const rows = await listPartitions(app.db, tenant, { channelId, runId })
  if (!rows.length) return
  const messages = rows.map((row) => buildMessage(tenant, row))
  await app.queues.send(app.config.syncQueue, messages)
}

/** Enqueues every partition that is due and has no worker. */
export const queuePartitions = async (
  app: Pick<App, 'db' | 'queues' | 'config'>,
  { log, ...queueing }: Queueing,
): Promise<void> => {
  const { queued, failed } = await queueDue(app, 'run-partition', { ...queueing, buildMessage })
  if (failed) log.warn('sales.run.not_queued', { partitions: failed })
  log.info('sales.run.queued', { partitions: queued })
}
