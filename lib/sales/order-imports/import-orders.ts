import type { ImportOrdersInput, OrderRow } from '../../../schemas/sales/order.ts'
import { importsTests } from '../../connectors/order-states/test-orders.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import { FlawedEntry } from '../../platform/http/request/parse-entries.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound, Problem } from '../../platform/problem.ts'
import { COUNT_SHARDS } from '../../platform/store/entities/entity.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel } from '../channels/channel-store.ts'
import { type ImportContext, importNextOrders, prepareImport } from '../order-changes/import-order.ts'
import type { ImportResult } from '../order-changes/import-result.ts'
import { hashRow } from '../order-changes/is-newer-version.ts'
import { type Incoming, readIncoming } from '../order-changes/read-incoming.ts'
import { addToChannelCounts } from '../orders/counts-store.ts'
import type { StoredOrder } from '../orders/order.ts'
import { readExternalId } from '../orders/order-row.ts'
import { findOrdersByExternalId } from '../orders/order-store.ts'
import { judgeRow } from './judge-row.ts'
import { isLater, readReceivedVersion, readStoredVersion } from './order-version.ts'

type Using = Pick<App, 'db' | 'files'>

const DUPLICATE =
  'duplicate: the channel already has an order with this externalOrderId, which only a later modifiedAt changes'

/** Result for one order of the request. Those that are `known`, `ambiguous` or a `test` are skipped. */
type Outcome = 'created' | 'updated' | 'known' | 'ambiguous' | 'test' | { error: string }

/** Throws unless orders are taken in the channel. */
export const checkActive = ({ status }: StoredChannel): void => {
  if (status !== 'active')
    throw new Problem('OPERATION_NOT_ALLOWED', `The channel is ${status}. It must be active to import orders.`)
}

const readIdOf = (row: unknown) => readExternalId(row instanceof FlawedEntry ? row.value : row)

/** Reads a row, which says by itself when its order was changed, whether it is cancelled, and whether it is paid. */
const readRow = (channel: StoredChannel, row: unknown, index: number): Incoming | { error: string } => {
  if (row instanceof FlawedEntry) return { error: row.error }
  const given = (row ?? {}) as Partial<OrderRow>
  const received = { modifiedAt: given.modifiedAt ?? null, verdict: judgeRow(channel, given) }
  return readIncoming(row, received, `orders[${index}]`)
}

type PendingOrder = Incoming & { index: number }

/** Says whether a row that changes nothing differs from the version that stays, with nothing that tells which is newer. */
const explainSkipped = (
  { row, modifiedAt }: Incoming,
  stays: { modifiedAt: string | null; rowHash: string },
): 'known' | 'ambiguous' =>
  (modifiedAt === null || modifiedAt === stays.modifiedAt) && hashRow(row) !== stays.rowHash ? 'ambiguous' : 'known'

/** Reads the rows of a request: the latest version of each order is pending, and all others have their outcome. */
const readRows = (
  channel: StoredChannel,
  rows: readonly unknown[],
): { pending: PendingOrder[]; outcomes: Outcome[] } => {
  const outcomes: Outcome[] = []
  const latest = new Map<string, PendingOrder>()
  const readable: PendingOrder[] = []
  for (const [index, row] of rows.entries()) {
    const read = readRow(channel, row, index)
    if ('error' in read) {
      outcomes[index] = read
      continue
    }
    if (read.fields.isTest && !importsTests(channel.connectorConfig)) {
      outcomes[index] = 'test'
      continue
    }
    const each = { ...read, index }
    const before = latest.get(each.fields.externalOrderId)
    if (!before || isLater(readReceivedVersion(each), readReceivedVersion(before)))
      latest.set(each.fields.externalOrderId, each)
    readable.push(each)
  }
  for (const each of readable) {
    const stays = latest.get(each.fields.externalOrderId)
    if (stays && stays !== each)
      outcomes[each.index] = explainSkipped(each, { modifiedAt: stays.modifiedAt, rowHash: hashRow(stays.row) })
  }
  return { pending: [...latest.values()], outcomes }
}

/** Orders given to one transaction: more than fit, since those that change nothing take no room. */
const MAX_BATCH_SIZE = 40

const OUTCOMES = {
  created: 'created',
  updated: 'updated',
  unchanged: 'known',
  elsewhere: 'known',
} as const satisfies Record<ImportResult['action'], Outcome>

/** Imports a batch of pending orders in one transaction; those that did not fit stay pending. */
const importBatch = async (
  app: Using,
  { tenant, actor, now, source }: Unit,
  context: ImportContext,
  { pending, known: knownBefore }: { pending: PendingOrder[]; known: ReadonlyMap<string, StoredOrder> },
  shard: number,
): Promise<[number, Outcome][]> => {
  const batch = pending.splice(0, MAX_BATCH_SIZE)
  const [outcomes, remaining] = await runInUnit(app.db, { tenant, actor, now, source, shard }, async (unit) => {
    const ids = batch.map(({ fields }) => fields.externalOrderId)
    // Looks them up again only after another change of the same orders made the first attempt fail.
    const known = unit.isRerun ? await findOrdersByExternalId(app.db, tenant, context.channel.shopId, ids) : knownBefore
    const outcomes: [number, Outcome][] = []
    const later: PendingOrder[] = []
    for (const each of batch) {
      const before = known.get(each.fields.externalOrderId)
      if (!before || isLater(readReceivedVersion(each), readStoredVersion(before))) later.push(each)
      else {
        const stays = { modifiedAt: before.platformModifiedAt, rowHash: before.rowHash }
        outcomes.push([each.index, explainSkipped(each, stays)])
      }
    }
    const results = await importNextOrders(app, unit, context, later, { known })
    for (const [place, each] of later.slice(0, results.length).entries())
      outcomes.push([each.index, OUTCOMES[(results[place] as ImportResult).action]])
    return [outcomes, later.slice(results.length)] as const
  })
  pending.unshift(...remaining)
  return outcomes
}

/**
 * Imports the orders of a request in several transactions at once. If the request is interrupted, sending it again imports
 * the rest.
 */
export const importOrders = async (app: Using, unit: Unit, channelId: Id, given: ImportOrdersInput) => {
  const { orders: rows, skipDuplicates = true } = given
  const channel = orNotFound(await findChannel(app.db, unit.tenant, channelId))
  checkActive(channel)
  const { pending, outcomes } = readRows(channel, rows)

  const ids = pending.map(({ fields }) => fields.externalOrderId)
  const [prepared, known] = await Promise.all([
    prepareImport(app, unit.tenant, channel, unit.now),
    findOrdersByExternalId(app.db, unit.tenant, channel.shopId, ids),
  ])
  // Whoever sends a row says to which channel it belongs.
  const context = { ...prepared, ofShop: [channel] }
  const recordOutcomes = (some: readonly [number, Outcome][]) => {
    for (const [index, outcome] of some) outcomes[index] = outcome
  }
  // Only the first transaction marks the channel as undeletable, so that the others do not conflict on the channel.
  if (channel.deletable && pending.length) recordOutcomes(await importBatch(app, unit, context, { pending, known }, 0))
  const undeletable = { ...context, channel: { ...channel, deletable: false } }
  const runWorker = async (_: unknown, shard: number) => {
    while (pending.length) recordOutcomes(await importBatch(app, unit, undeletable, { pending, known }, shard))
  }
  await Promise.all(Array.from({ length: COUNT_SHARDS }, runWorker))

  const isSkipped = (each: Outcome) => each === 'known' || each === 'ambiguous'
  const final = outcomes.map((each) => (isSkipped(each) && !skipDuplicates ? { error: DUPLICATE } : each))
  const errors = final.flatMap((each, index) =>
    typeof each === 'string' ? [] : [{ externalOrderId: readIdOf(rows[index]), error: each.error }],
  )
  const today = toLocalDay(context.zone, unit.now)
  addToChannelCounts(unit, channelId, today, { failed: errors.length })
  const count = (outcome: Outcome) => final.filter((each) => each === outcome).length
  return {
    channelId,
    totalOrders: rows.length,
    imported: count('created') + count('updated'),
    updated: count('updated'),
    skipped: count('known') + count('ambiguous') + count('test'),
    ambiguous: count('ambiguous'),
    failed: errors.length,
    errors,
  }
}
