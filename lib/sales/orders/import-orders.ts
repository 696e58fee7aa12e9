import type { ImportOrdersInput } from '../../../schemas/sales/order.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import { FlawedEntry } from '../../platform/http/request/parse-entries.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound, Problem } from '../../platform/problem.ts'
import { COUNT_SHARDS } from '../../platform/store/entities/entity.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel } from '../channels/channel-store.ts'
import { addToChannelCounts } from './counts-store.ts'
import { type ImportContext, type Incoming, importNextOrders, prepareImport, readIncoming } from './import-order.ts'
import { readExternalId } from './order-row.ts'
import { findExistingExternalIds } from './order-store.ts'

type Using = Pick<App, 'db' | 'files'>

const DUPLICATE = 'duplicate: the channel already has an order with this externalOrderId'

/** Result for one order of the request. */
type Outcome = 'imported' | 'skipped' | { error: string }

const checkActive = ({ status }: StoredChannel): void => {
  if (status !== 'active')
    throw new Problem('OPERATION_NOT_ALLOWED', `The channel is ${status}. It must be active to import orders.`)
}

const readIdOf = (row: unknown) => readExternalId(row instanceof FlawedEntry ? row.value : row)

type PendingOrder = Incoming & { index: number }

/** Orders given to one transaction: more than fit, since existing ones take no room. */
const MAX_BATCH_SIZE = 40

/** Imports a batch of pending orders in one transaction; those that did not fit stay pending. */
const importBatch = async (
  app: Using,
  { tenant, actor, now, source }: Unit,
  context: ImportContext,
  { pending, existingIds: existingBefore }: { pending: PendingOrder[]; existingIds: ReadonlySet<string> },
  shard: number,
): Promise<[number, Outcome][]> => {
  const batch = pending.splice(0, MAX_BATCH_SIZE)
  const [outcomes, remaining] = await runInUnit(app.db, { tenant, actor, now, source, shard }, async (unit) => {
    const ids = batch.map(({ fields }) => fields.externalOrderId)
    // Looks them up again only after another import of the same orders made the first attempt fail.
    const existingIds = unit.isRerun
      ? await findExistingExternalIds(app.db, tenant, context.channel.id, ids)
      : existingBefore
    const fresh = batch.filter(({ fields }) => !existingIds.has(fields.externalOrderId))
    const results = await importNextOrders(app, unit, context, fresh, { known: new Map() })
    const done = new Set(fresh.slice(0, results.length))
    const remaining = fresh.slice(results.length)
    const decided = batch.filter((each) => !remaining.includes(each))
    return [decided.map((each): [number, Outcome] => [each.index, done.has(each) ? 'imported' : 'skipped']), remaining]
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
  const outcomes: Outcome[] = []
  const pending: PendingOrder[] = []
  const seen = new Set<string>()
  for (const [index, row] of rows.entries()) {
    const read = row instanceof FlawedEntry ? { error: row.error } : readIncoming(row, {}, `orders[${index}]`)
    if ('error' in read) outcomes[index] = { error: read.error }
    else if (seen.has(read.fields.externalOrderId)) outcomes[index] = 'skipped'
    else pending.push({ ...read, index })
    if (!('error' in read)) seen.add(read.fields.externalOrderId)
  }

  const ids = pending.map(({ fields }) => fields.externalOrderId)
  const [context, existingIds] = await Promise.all([
    prepareImport(app, unit.tenant, channel),
    findExistingExternalIds(app.db, unit.tenant, channelId, ids),
  ])
  const recordOutcomes = (some: readonly [number, Outcome][]) => {
    for (const [index, outcome] of some) outcomes[index] = outcome
  }
  // Only the first transaction marks the channel as undeletable, so that the others do not conflict on the channel.
  if (channel.deletable && pending.length)
    recordOutcomes(await importBatch(app, unit, context, { pending, existingIds }, 0))
  const undeletable = { ...context, channel: { ...channel, deletable: false } }
  const runWorker = async (_: unknown, shard: number) => {
    while (pending.length) recordOutcomes(await importBatch(app, unit, undeletable, { pending, existingIds }, shard))
  }
  await Promise.all(Array.from({ length: COUNT_SHARDS }, runWorker))

  const final = outcomes.map((each) => (each === 'skipped' && !skipDuplicates ? { error: DUPLICATE } : each))
  const errors = final.flatMap((each, index) =>
    typeof each === 'string' ? [] : [{ externalOrderId: readIdOf(rows[index]), error: each.error }],
  )
  const today = toLocalDay(context.zone, unit.now)
  addToChannelCounts(unit, channelId, today, { failed: errors.length })
  return {
    channelId,
    totalOrders: rows.length,
    imported: final.filter((each) => each === 'imported').length,
    skipped: final.filter((each) => each === 'skipped').length,
    failed: errors.length,
    errors,
  }
}
