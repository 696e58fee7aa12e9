import type { ImportOrdersInput } from '../../../schemas/sales/order.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { orNotFound, Problem } from '../../platform/problem.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel } from '../channels/channel-store.ts'
import { buildAdditions, COUNT_SHARDS } from './counts-store.ts'
import {
  chooseCountShard,
  type Incoming,
  prepareIntake,
  readIncoming,
  type Taking,
  takeOrders,
} from './import-order.ts'
import { readExternalId } from './order-row.ts'
import { findHeldExternalIds } from './order-store.ts'

type Using = Pick<App, 'db' | 'files'>

const DUPLICATE = 'duplicate: the channel has an order with this externalOrderId already'

/** What became of each order of the request, at its place. */
type Outcome = 'imported' | 'skipped' | { error: string }

const checkActive = ({ status }: StoredChannel): void => {
  if (status !== 'active')
    throw new Problem('OPERATION_NOT_ALLOWED', `The channel is ${status}; to import orders, it must be active.`)
}

type Waiting = Incoming & { place: number }

/** As many as one transaction takes, and some more where orders are there already. */
const AT_ONCE = 12

/** Takes some of the waiting orders, in a transaction; what had no room waits on. `held`: what the channel has already. */
const takeSome = async (
  app: Using,
  { tenant, actor, now }: Unit,
  taking: Taking,
  { waiting, held: heldBefore }: { waiting: Waiting[]; held: ReadonlySet<string> },
  lane: number,
): Promise<[number, Outcome][]> => {
  const batch = waiting.splice(0, AT_ONCE)
  const [outcomes, left] = await runInUnit(app.db, { tenant, actor, now }, async (unit) => {
    const ids = batch.map(({ fields }) => fields.externalOrderId)
    // Only where somebody else took them in meanwhile are they looked for once more.
    const held = unit.isRerun ? await findHeldExternalIds(app.db, tenant, taking.channel.id, ids) : heldBefore
    const fresh = batch.filter(({ fields }) => !held.has(fields.externalOrderId))
    const taken = await takeOrders(app, unit, taking, fresh, { lane, known: new Map() })
    const done = new Set(fresh.slice(0, taken.length))
    const left = fresh.slice(taken.length)
    const decided = batch.filter((each) => !left.includes(each))
    return [decided.map((each) => [each.place, done.has(each) ? 'imported' : 'skipped'] as [number, Outcome]), left]
  })
  waiting.unshift(...left)
  return outcomes
}

/**
 * Takes in the orders of a request, each as a whole and beside others: what a request left undone that broke off halfway,
 * the same one does when it is sent again.
 */
export const importOrders = async (app: Using, unit: Unit, channelId: Id, given: ImportOrdersInput) => {
  const { orders: rows, skipDuplicates = true } = given
  const channel = orNotFound(await findChannel(app.db, unit.tenant, channelId))
  checkActive(channel)
  const taking = await prepareIntake(app, unit.tenant, channel)

  const outcomes: Outcome[] = []
  const waiting: Waiting[] = []
  const seen = new Set<string>()
  for (const [place, row] of rows.entries()) {
    const read = readIncoming(row)
    if ('error' in read) outcomes[place] = { error: read.error }
    else if (seen.has(read.fields.externalOrderId)) outcomes[place] = 'skipped'
    else waiting.push({ ...read, place })
    if (!('error' in read)) seen.add(read.fields.externalOrderId)
  }

  const ids = waiting.map(({ fields }) => fields.externalOrderId)
  const held = await findHeldExternalIds(app.db, unit.tenant, channelId, ids)
  const settle = (some: readonly [number, Outcome][]) => {
    for (const [place, outcome] of some) outcomes[place] = outcome
  }
  // The first transaction takes from the channel that it can be deleted; the others need not meet there.
  if (channel.deletable && waiting.length) settle(await takeSome(app, unit, taking, { waiting, held }, 0))
  const kept = { ...taking, channel: { ...channel, deletable: false } }
  const runWorker = async (_: unknown, lane: number) => {
    while (waiting.length) settle(await takeSome(app, unit, kept, { waiting, held }, lane))
  }
  await Promise.all(Array.from({ length: COUNT_SHARDS }, runWorker))

  const final = outcomes.map((each) => (each === 'skipped' && !skipDuplicates ? { error: DUPLICATE } : each))
  const errors = final.flatMap((each, place) =>
    typeof each === 'string' ? [] : [{ externalOrderId: readExternalId(rows[place]), error: each.error }],
  )
  const today = toLocalDay(taking.zone, unit.now)
  const failed = new Map([[today, { failed: errors.length }]])
  for (const each of buildAdditions(unit.tenant, channelId, chooseCountShard(), failed)) unit.add(each)
  return {
    channelId,
    totalOrders: rows.length,
    imported: final.filter((each) => each === 'imported').length,
    skipped: final.filter((each) => each === 'skipped').length,
    failed: errors.length,
    errors,
  }
}
