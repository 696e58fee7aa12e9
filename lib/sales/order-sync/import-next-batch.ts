import { type BadRecord, isBadRecord, type RemoteOrder } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type ImportContext, type Incoming, importNextOrders, readIncoming } from '../orders/import-order.ts'
import { readExternalId } from '../orders/order-row.ts'
import type { StoredRun } from '../runs/stored-run.ts'
import { keepRecords } from '../runs/sync-record.ts'
import { buildBrokenRecord, buildOrderRecord } from './order-record.ts'
import { advanceWalk, type OrderWalk } from './order-walk.ts'

interface Common {
  ref: string
  modifiedAt: string | null
}
type ReadableOrder = Common & { incoming: Incoming }
type BrokenOrder = Common & { error: string; externalId: string | null }

/** An order of a page: either readable, or known to be broken. */
export type OrderCandidate = ReadableOrder | BrokenOrder

const parseInstant = (given: string | null) => {
  const at = given ? Date.parse(given) : Number.NaN
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

export const toCandidate = (record: RemoteOrder | BadRecord): OrderCandidate => {
  const { ref, modifiedAt: given } = record
  const modifiedAt = parseInstant(given)
  if (isBadRecord(record)) return { ref, modifiedAt, error: record.error, externalId: record.externalOrderId }
  const { order, raw, isCancelled } = record
  const incoming = readIncoming(order, { raw, isCancelled, modifiedAt })
  return 'error' in incoming
    ? { ref, modifiedAt, error: incoming.error, externalId: readExternalId(order) }
    : { ref, modifiedAt, incoming }
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
 * Imports as many candidates as fit one transaction, together with their records. Returns their number, the changes of the
 * run and the walk after them.
 */
export const importNextBatch = async (
  app: Pick<App, 'db' | 'files'>,
  unit: Unit,
  context: ImportContext,
  { run, walk: before }: { run: StoredRun; walk: OrderWalk },
  candidates: readonly OrderCandidate[],
): Promise<{ count: number; walk: OrderWalk; changes: Partial<StoredRun> }> => {
  const { readable, broken } = takeNextBatch(candidates)
  const incoming = readable.map((each) => each.incoming)
  const results = incoming.length ? await importNextOrders(app, unit, context, incoming) : []
  const records = [
    ...broken.map(({ ref, externalId, error }) => buildBrokenRecord(ref, externalId, error)),
    ...results.map(buildOrderRecord),
  ]
  const done = candidates.slice(0, records.length)
  const isFailed = broken.length > 0
  const { daysToLookBack } = context.channel.syncSettings
  const walk = done.reduce((at, each) => advanceWalk(at, each, { isFailed, daysToLookBack, now: unit.now }), before)
  const kept = keepRecords(unit, run, records)
  const unchanged = results.filter(({ action }) => action === 'unchanged').length
  const changes = {
    recorded: run.recorded + kept,
    itemsTruncated: run.itemsTruncated || kept < records.length,
    itemsSynced: run.itemsSynced + results.length - unchanged,
    itemsFailed: run.itemsFailed + broken.length,
    itemsUnchanged: run.itemsUnchanged + unchanged,
    itemsPending: candidates.length - done.length,
  }
  return { count: done.length, walk, changes }
}
