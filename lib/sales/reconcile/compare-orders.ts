import type { App } from '../../platform/app/app.ts'
import { readOnly } from '../../platform/store/table/read-only.ts'
import { Unit } from '../../platform/store/unit.ts'
import { type ImportContext, importNextOrders } from '../order-changes/import-order.ts'
import type { ImportResult } from '../order-changes/import-result.ts'
import type { Incoming } from '../order-changes/read-incoming.ts'
import type { OrderCandidate } from '../order-sync/import-next-batch.ts'
import { buildBrokenRecord, buildOrderRecord } from '../order-sync/order-record.ts'
import type { StoredOrder } from '../orders/order.ts'
import { findOrdersByExternalId } from '../orders/order-store.ts'
import type { NewSyncRecord } from '../runs/sync-record.ts'
import { chooseOwner } from '../shops/choose-owner.ts'
import { type Difference, findDifference } from './find-difference.ts'
import { buildFindingRecord, describeOrder } from './finding-record.ts'
import { findMarks, markDifference } from './mark-store.ts'

/** The parts of a run that the comparison of orders needs. */
export interface Comparing {
  app: Pick<App, 'db' | 'files' | 'clock'>
  context: ImportContext
  window: { from: string; until: string; applies: boolean }
  /** Time at which the shop was asked; an order that changed here since is left to a later run. */
  askedAt: string
}

export interface Compared {
  /** Candidates that were compared, from the first on; the others do not fit the transaction. */
  count: number
  records: NewSyncRecord[]
  unchanged: number
}

interface Found {
  incoming: Incoming
  before: StoredOrder | undefined
  difference: Difference
}

const isWithin = ({ from, until }: Comparing['window'], at: string): boolean => at >= from && at < until

type Readable = Extract<OrderCandidate, { incoming: Incoming }>

/** Tells whether the run is about the order: one of the channel that was placed in the window and did not change meanwhile. */
const isCompared = (
  { context: { channel, ofShop }, window, askedAt }: Comparing,
  { incoming, modifiedAt }: Readable,
  before: StoredOrder | undefined,
): boolean => {
  const { fields, placedIn = [] } = incoming
  if (!isWithin(window, fields.placedAt ?? modifiedAt ?? askedAt)) return false
  if (before) return before.channelId === channel.id && before.updatedAt < askedAt
  return chooseOwner(ofShop, placedIn)?.id === channel.id
}

const findDifferences = async (
  comparing: Comparing,
  unit: Unit,
  readable: readonly Readable[],
): Promise<{ found: Map<OrderCandidate, Found>; same: Set<OrderCandidate>; known: Map<string, StoredOrder> }> => {
  const { app, context } = comparing
  const { channel } = context
  const ids = readable.map(({ incoming }) => incoming.fields.externalOrderId)
  const known = await findOrdersByExternalId(app.db, unit.tenant, channel.shopId, ids)
  const marks = await findMarks(
    app.db,
    unit.tenant,
    channel.id,
    [...known.values()].map(({ id }) => id),
  )
  const found = new Map<OrderCandidate, Found>()
  const same = new Set<OrderCandidate>()
  for (const each of readable) {
    const incoming: Incoming = { ...each.incoming, isPresent: true }
    const before = known.get(incoming.fields.externalOrderId)
    if (!isCompared(comparing, each, before)) continue
    const mark = before && marks.get(before.id)
    const difference = findDifference(before, incoming, { mark, isLeftOut: each.isLeftOut })
    if (difference) found.set(each, { incoming, before, difference })
    else if (before) same.add(each)
  }
  return { found, same, known }
}

/** Imports versions in units that are never committed, so that a report tells what their import would change. */
const tryImports = async (
  { app, context }: Comparing,
  { tenant, now }: Unit,
  incoming: readonly Incoming[],
  known: ReadonlyMap<string, StoredOrder>,
): Promise<ImportResult[]> => {
  const trying = { ...app, db: readOnly(app.db) }
  const results: ImportResult[] = []
  while (results.length < incoming.length) {
    const unit = new Unit(trying.db, { tenant, actor: null, now, isDryRun: true })
    const some = await importNextOrders(trying, unit, context, incoming.slice(results.length), { known })
    if (!some.length) break
    results.push(...some)
  }
  return results
}

const buildRecord = ({ incoming, before, difference }: Found, result: ImportResult | undefined, isMended: boolean) => {
  const { externalOrderId, number } = incoming.fields
  const unknown = { kind: 'order', externalId: externalOrderId, resourceUri: null, label: number }
  const subject = before ? describeOrder(before) : unknown
  const imported = result && buildOrderRecord(result)
  const named = isMended && imported ? { ...subject, resourceUri: imported.resourceUri } : subject
  return buildFindingRecord(named, { ...difference, changes: difference.changes ?? imported?.changes ?? [] }, isMended)
}

/** Returns the first candidates of which none has to be imported, or none only marked, so that both kinds fit a transaction. */
const takeAlike = (candidates: readonly OrderCandidate[], found: ReadonlyMap<OrderCandidate, Found>) => {
  const mends = candidates.map((each) => found.get(each)?.difference.mend)
  const isMarked = mends.find((mend) => mend !== undefined) === 'mark'
  const end = mends.findIndex((mend) => mend !== undefined && (mend === 'mark') !== isMarked)
  return end < 0 ? candidates : candidates.slice(0, end)
}

/**
 * Compares orders of the shop with those here, and mends what differs if the run does. A candidate that cannot be read is
 * recorded as failed.
 */
export const compareOrders = async (
  comparing: Comparing,
  unit: Unit,
  candidates: readonly OrderCandidate[],
): Promise<Compared> => {
  const { app, context, window } = comparing
  const { applies } = window
  const readable = candidates.filter((each) => 'incoming' in each)
  const { found, same, known } = await findDifferences(comparing, unit, readable)
  const taken = applies ? takeAlike(candidates, found) : candidates
  const all = taken.flatMap((each) => found.get(each) ?? [])
  if (applies)
    for (const { before, difference } of all)
      if (before && difference.digest) markDifference(unit, context.channel.id, before.id, difference.digest)
  const importing = all.filter(({ difference }) => difference.mend !== 'mark')
  const incoming = importing.map((each) => each.incoming)
  const importAll = () =>
    applies ? importNextOrders(app, unit, context, incoming, { known }) : tryImports(comparing, unit, incoming, known)
  const results = incoming.length ? await importAll() : []
  const firstLeft = applies ? importing[results.length] : undefined
  const end = firstLeft ? taken.findIndex((each) => found.get(each) === firstLeft) : -1
  const done = end < 0 ? taken : taken.slice(0, end)
  const records = done.flatMap((each): NewSyncRecord[] => {
    if ('error' in each) return [buildBrokenRecord(each.ref, each.externalId, each.error)]
    const one = found.get(each)
    return one ? [buildRecord(one, results[importing.indexOf(one)], applies)] : []
  })
  return { count: done.length, records, unchanged: done.filter((each) => same.has(each)).length }
}
