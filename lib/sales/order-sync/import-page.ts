import type { RecordAction, SyncRecord } from '../../../schemas/sales/sync.ts'
import { type BadRecord, isBadRecord, type RemoteOrder } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import {
  chooseCountShard,
  type Incoming,
  readIncoming,
  type Taken,
  type Taking,
  takeOrders,
} from '../orders/import-order.ts'
import { orderUri } from '../orders/order.ts'
import { readExternalId } from '../orders/order-row.ts'
import { advanceWalk, listChanges, type StoredRun, type Walk } from '../runs/sync-run.ts'
import { MAX_MORE_FAILED, MAX_RECORDS, recordPut } from '../runs/sync-store.ts'

/** A record of a page, to be taken in or known to be broken. */
export type Waiting = { ref: string; modifiedAt: string | null } & (
  | { incoming: Incoming }
  | { error: string; externalId: string | null }
)

const parseInstant = (given: string | null) => {
  const at = given ? Date.parse(given) : Number.NaN
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

export const toCandidate = (record: RemoteOrder | BadRecord): Waiting => {
  const { ref, modifiedAt: given } = record
  const modifiedAt = parseInstant(given)
  if (isBadRecord(record)) return { ref, modifiedAt, error: record.error, externalId: record.externalOrderId }
  const { order, raw, isCancelled } = record
  const incoming = readIncoming(order, { raw, isCancelled, modifiedAt })
  return 'error' in incoming
    ? { ref, modifiedAt, error: incoming.error, externalId: readExternalId(order) }
    : { ref, modifiedAt, incoming }
}

/** As many as may be looked up together, and as many broken ones as fit a transaction. */
const AT_ONCE = 40

/** The next of the waiting: either broken ones, or orders none of which is among them twice. */
const takeNextBatch = (waiting: readonly Waiting[]): Waiting[] => {
  const isBroken = waiting[0] && 'error' in waiting[0]
  const ids = new Set<string>()
  const next: Waiting[] = []
  for (const each of waiting) {
    if (next.length === AT_ONCE || 'error' in each !== isBroken) break
    const id = 'incoming' in each ? each.incoming.fields.externalOrderId : undefined
    if (id && ids.has(id)) break
    if (id) ids.add(id)
    next.push(each)
  }
  return next
}

const buildRecord = (unit: Unit, syncId: Id, waiting: Waiting, taken: Taken | undefined): SyncRecord => {
  const common = { id: unit.newId(), syncId, kind: 'order', occurredAt: unit.now.toISOString() }
  if ('error' in waiting || !taken) {
    const { error = null, externalId = null } = waiting as Partial<Extract<Waiting, { error: string }>>
    const failed = { action: 'failed', errorCode: 'INVALID_ARGUMENT', errorMessage: error } as const
    return {
      ...common,
      ...failed,
      externalId: externalId ?? waiting.ref,
      resourceUri: null,
      label: externalId,
      changes: [],
    }
  }
  const { action, order, before } = taken
  return {
    ...common,
    action,
    externalId: order.externalOrderId,
    resourceUri: orderUri(order.id),
    label: order.number,
    errorCode: null,
    errorMessage: null,
    changes: action === 'updated' ? listChanges(before, order) : [],
  }
}

const mayKeep = (recorded: number, action: RecordAction) =>
  recorded < MAX_RECORDS + (action === 'failed' ? MAX_MORE_FAILED : 0)

interface Position {
  run: StoredRun
  walk: Walk
}

/**
 * Takes in as many of the waiting as fit one transaction, with their records; says how many those were, what the run
 * comes to with them, and the walk.
 */
export const takeWaiting = async (
  app: Pick<App, 'db' | 'files'>,
  unit: Unit,
  taking: Taking,
  { run, walk }: Position,
  waiting: readonly Waiting[],
): Promise<{ count: number; walk: Walk; changes: Partial<StoredRun> }> => {
  const next = takeNextBatch(waiting)
  const orders = next.flatMap((each) => ('incoming' in each ? [each.incoming] : []))
  const taken = orders.length ? await takeOrders(app, unit, taking, orders, { lane: chooseCountShard() }) : []
  const done = orders.length ? next.slice(0, taken.length) : next
  const { daysToLookBack } = taking.channel.syncSettings
  let [{ recorded, itemsTruncated, itemsSynced, itemsFailed, itemsUnchanged }, after] = [run, walk]
  for (const [place, each] of done.entries()) {
    const record = buildRecord(unit, run.id, each, taken[place])
    const { action } = record
    if (action === 'failed') itemsFailed++
    else if (action === 'unchanged') itemsUnchanged++
    else itemsSynced++
    after = advanceWalk(after, each, { isFailed: action === 'failed', daysToLookBack, now: unit.now })
    if (mayKeep(recorded, action)) {
      unit.add(recordPut(unit.tenant, record, unit.now))
      recorded++
    } else itemsTruncated = true
  }
  const itemsPending = waiting.length - done.length
  const changes = { recorded, itemsTruncated, itemsSynced, itemsFailed, itemsUnchanged, itemsPending }
  return { count: done.length, walk: after, changes }
}
