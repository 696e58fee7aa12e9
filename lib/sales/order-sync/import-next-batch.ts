import { type BadRecord, isBadRecord, type RemoteOrder } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { type ImportContext, importNextOrders } from '../order-changes/import-order.ts'
import type { ImportResult } from '../order-changes/import-result.ts'
import { type Incoming, readIncoming } from '../order-changes/read-incoming.ts'
import { readExternalId } from '../orders/order-row.ts'
import { findOrdersByExternalId } from '../orders/order-store.ts'
import type { StoredRun } from '../runs/stored-run.ts'
import { keepRecords } from '../runs/sync-record.ts'
import { judgeShopOrder } from '../shop-orders/judge-shop-order.ts'
import { buildBrokenRecord, buildOrderRecord } from './order-record.ts'
import { advanceWalk, type OrderWalk } from './order-walk.ts'

interface Common {
  ref: string
  modifiedAt: string | null
}
/** `isLeftOut` tells that it is imported only if it is known. */
type ReadableOrder = Common & { incoming: Incoming; isLeftOut: boolean }
type BrokenOrder = Common & { error: string; externalId: string | null }

/** An order of a page: either readable, or known to be broken. */
export type OrderCandidate = ReadableOrder | BrokenOrder

const parseInstant = (given: string | null) => {
  const at = given ? Date.parse(given) : Number.NaN
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

export const toCandidate = async (channel: StoredChannel, record: RemoteOrder | BadRecord): Promise<OrderCandidate> => {
  const { ref, modifiedAt: given } = record
  const modifiedAt = parseInstant(given)
  if (isBadRecord(record)) return { ref, modifiedAt, error: record.error, externalId: record.externalOrderId }
  const { order, raw, placedIn } = record
  const { verdict, leftOut } = await judgeShopOrder(channel, record)
  const incoming = readIncoming(order, { raw, verdict, modifiedAt, ...(placedIn && { placedIn }) })
  return 'error' in incoming
    ? { ref, modifiedAt, error: incoming.error, externalId: readExternalId(order) }
    : { ref, modifiedAt, incoming, isLeftOut: leftOut !== undefined }
}

/** Orders that are read together, and broken ones whose records fit a transaction. */
const MAX_BATCH_SIZE = 40

/** Returns the next candidates: either broken orders, or readable ones with no order twice. */
const takeNextBatch = (candidates: readonly OrderCandidate[]) => {
  const [readable, broken]: [ReadableOrder[], BrokenOrder[]] = [[], []]
  const ids = new Set<string>()
  for (const each of candidates.slice(0, MAX_BATCH_SIZE)) {
    if ('error' in each) {
      if (readable.length) break
      broken.push(each)
      continue
    }
    const id = each.incoming.fields.externalOrderId
    if (broken.length || ids.has(id)) break
    ids.add(id)
    readable.push(each)
  }
  return { readable, broken }
}

/**
 * Imports as many candidates as fit one transaction, together with their records, and passes over new orders that are left
 * out. Returns their number, the changes of the run and the walk after them.
 */
export const importNextBatch = async (
  app: Pick<App, 'db' | 'files'>,
  unit: Unit,
  context: ImportContext,
  { run, walk: before }: { run: StoredRun; walk: OrderWalk },
  candidates: readonly OrderCandidate[],
): Promise<{ count: number; walk: OrderWalk; changes: Partial<StoredRun> }> => {
  const { readable, broken } = takeNextBatch(candidates)
  const ids = readable.map(({ incoming }) => incoming.fields.externalOrderId)
  const known = ids.length ? await findOrdersByExternalId(app.db, unit.tenant, context.channel.shopId, ids) : new Map()
  const taken = readable.filter(({ incoming, isLeftOut }) => !isLeftOut || known.has(incoming.fields.externalOrderId))
  const incoming = taken.map((each) => each.incoming)
  const results = incoming.length ? await importNextOrders(app, unit, context, incoming, { known }) : []
  const records = [
    ...broken.map(({ ref, externalId, error }) => buildBrokenRecord(ref, externalId, error)),
    ...results.map(buildOrderRecord),
  ]
  const firstLeft = taken[results.length]
  const taking = firstLeft ? readable.indexOf(firstLeft) : readable.length + broken.length
  const done = candidates.slice(0, taking)
  const isFailed = broken.length > 0
  const { daysToLookBack } = context.channel.syncSettings
  const walk = done.reduce((at, each) => advanceWalk(at, each, { isFailed, daysToLookBack, now: unit.now }), before)
  const kept = keepRecords(unit, run, records)
  const count = (named: ImportResult['action']) => results.filter(({ action }) => action === named).length
  const [unchanged, elsewhere] = [count('unchanged'), count('elsewhere')]
  const changes = {
    recorded: run.recorded + kept,
    itemsTruncated: run.itemsTruncated || kept < records.length,
    itemsSynced: run.itemsSynced + results.length - unchanged - elsewhere,
    itemsFailed: run.itemsFailed + broken.length,
    itemsUnchanged: run.itemsUnchanged + unchanged,
    itemsSkipped: run.itemsSkipped + elsewhere,
    itemsPending: candidates.length - done.length,
  }
  return { count: done.length, walk, changes }
}
