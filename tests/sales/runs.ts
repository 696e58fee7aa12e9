import { loadCatalogJob } from '../../functions/sales/catalog-jobs.ts'
import { app } from '../../lib/platform/app/app.ts'
import { createLog, type Log } from '../../lib/platform/log.ts'
import type { Action, Table } from '../../lib/platform/store/table/table.ts'
import type { CatalogRun } from '../../lib/sales/catalog-runs/catalog-run.ts'
import { parsePartitionKey } from '../../lib/sales/catalog-runs/partition-store.ts'
import { runPartition } from '../../lib/sales/catalog-runs/run-partition.ts'
import type { SyncRecord } from '../../schemas/sales/sync.ts'
import type { Member } from '../support/client.ts'

/** Returns the partitions of all runs of a tenant. */
export const partitionsOf = async ({ tenant }: Member, db: Table = app().db) =>
  (await db.query({ pk: `T#${tenant}#run-partition` })).map((item) => ({
    ...parsePartitionKey(item),
    dueAt: Date.parse(item.dueSk as string),
  }))

/** Runs each partition once, as workers would on their messages. */
export const runPartitionsOnce = async (member: Member, log: Log = createLog({})) => {
  const partitions = (await partitionsOf(member)).map(({ channelId, runId, index }) => ({ channelId, runId, index }))
  await Promise.all(partitions.map((partition) => runPartition(app(), member.tenant, partition, log, loadCatalogJob)))
  return partitions.length
}

const MOST_ROUNDS = 50

/** Runs the partitions until none is left; no shop of the tenant may make the workers wait. */
export const runPartitions = async (member: Member) => {
  for (let round = 0; await runPartitionsOnce(member); round++)
    if (round > MOST_ROUNDS) throw new Error('the partitions have no end')
}

/** Tells whether the action stores that the shop has confirmed content of a listing. */
export const confirmsListing = (action: Action): boolean =>
  'put' in action && action.put.kind === 'listing' && action.put.lastPushedAt === action.put.updatedAt

/** Returns an app whose first transaction with such an action waits until `goOn` is called. */
export const stuckAt = (isMeantAction: (action: Action) => boolean) => {
  const before = app()
  const [stuck, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  const transact: Table['transact'] = async (actions, token) => {
    const isMeant = actions.some(isMeantAction)
    if (isMeant && isFirst) {
      isFirst = false
      stuck.resolve()
      await goOn.promise
    }
    return await before.db.transact(actions, token)
  }
  return { app: { ...before, db: { ...before.db, transact } }, stuck: stuck.promise, goOn: goOn.resolve }
}

/** Returns the stored runs of a channel, newest first. Needs no valid token, so tests may move the clock. */
export const runsOf = async ({ tenant }: Member, { id }: { id: string }, db: Table = app().db) => {
  const runs = (await db.query({ pk: `T#${tenant}#sync-run`, newestFirst: true })) as unknown as CatalogRun[]
  return runs.filter(({ channelId }) => channelId === id)
}

export const storedRecordsOf = async ({ tenant }: Member, { id }: { id: string }, db: Table = app().db) =>
  (await db.query<{ records: SyncRecord[] }>({ pk: `T#${tenant}#sync-record?run=${id}` })).flatMap(
    (item) => item.records,
  )
