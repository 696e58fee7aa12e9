import { app } from '../../lib/platform/app/app.ts'
import { createLog, type Log } from '../../lib/platform/log.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import type { CatalogRun } from '../../lib/sales/catalog-runs/catalog-run.ts'
import { parseLaneKey } from '../../lib/sales/catalog-runs/catalog-run-store.ts'
import { workLane } from '../../lib/sales/catalog-runs/work-lane.ts'
import type { Member } from '../support/client.ts'

/** Lanes of all runs of a tenant. */
export const lanesOf = async ({ tenant }: Member, db: Table = app().db) =>
  (await db.query({ pk: `T#${tenant}#run-lane` })).map((item) => ({
    ...parseLaneKey(item),
    dueAt: Date.parse(item.dueSk as string),
  }))

/** Works once in each lane that there is, as workers would that hear of them. */
export const workLanesOnce = async (member: Member, log: Log = createLog({})) => {
  const lanes = (await lanesOf(member)).map(({ channelId, runId, lane }) => ({ channelId, runId, lane }))
  await Promise.all(lanes.map((lane) => workLane(app(), member.tenant, lane, log)))
  return lanes.length
}

const MOST_ROUNDS = 50

/** Works in the lanes until there are none; a store that is to be waited for has to be none of the tenant's. */
export const workLanes = async (member: Member) => {
  for (let round = 0; await workLanesOnce(member); round++)
    if (round > MOST_ROUNDS) throw new Error('the lanes have no end')
}

/** The app with a table whose first transaction that writes this kind of item waits until it may `goOn`. */
export const stuckAt = (kind: string) => {
  const before = app()
  const [stuck, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  const transact: Table['transact'] = async (actions, token) => {
    const isMeant = actions.some((action) => 'put' in action && action.put.kind === kind)
    if (isMeant && isFirst) {
      isFirst = false
      stuck.resolve()
      await goOn.promise
    }
    return await before.db.transact(actions, token)
  }
  return { app: { ...before, db: { ...before.db, transact } }, stuck: stuck.promise, goOn: goOn.resolve }
}

/** Runs of a channel as they are stored, newest first: whatever the time, and however old the member's token. */
export const runsOf = async ({ tenant }: Member, { id }: { id: string }, db: Table = app().db) => {
  const runs = (await db.query({ pk: `T#${tenant}#sync-run`, newestFirst: true })) as unknown as CatalogRun[]
  return runs.filter(({ channelId }) => channelId === id)
}

export const storedRecordsOf = async ({ tenant }: Member, { id }: { id: string }, db: Table = app().db) =>
  await db.query({ pk: `T#${tenant}#sync-record?run=${id}` })
