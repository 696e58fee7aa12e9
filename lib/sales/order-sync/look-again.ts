import { isBadRecord, type Shop } from '../../connectors/connector.ts'
import type { ShopOrders, WantedOrder } from '../../connectors/order-states/shop-orders.ts'
import { getConnector } from '../../connectors/registry.ts'
import { findFulfilmentStatuses } from '../../fulfilment/order-fulfilments/find-fulfilment-status.ts'
import { write } from '../../platform/effects/under-lease.ts'
import { type Id, newId } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findMissingOrders } from '../missing-orders/missing-orders-store.ts'
import type { StoredOrder } from '../orders/order.ts'
import { orders } from '../orders/order-store.ts'
import { syncRunUri } from '../runs/stored-run.ts'
import { cancelMissing, endWaiting } from '../shop-orders/cancel-missing.ts'
import { findWanted } from '../shop-orders/find-refs.ts'
import { isSurelyShown } from '../shop-orders/judge-shop-order.ts'
import { readShopOrder } from '../shop-orders/read-shop-order.ts'
import { forgetOrder, listWatched, watchOrder } from '../shop-orders/watched-order-store.ts'
import { BEGIN_LOOKING, findRound, isOver, type Looking, WATCHED_AFTER_MS, WATCHED_STATUSES } from './looking.ts'
import { importPage, type OpenRun, renewSync, type SyncHolder } from './sync-holder.ts'

/** Requests of one walk, so that it is not much longer than without them. */
const MAX_REQUESTS = 20
/** Orders of each status that one transaction passes. */
const MAX_PASSED = 40
/** Transactions of one walk that pass orders. */
const MAX_PASSES = 25

/** The progress of one walk in looking at open orders. */
export interface Look {
  /** Orders that were missing in an earlier walk. */
  doubted: readonly Id[]
  hasPassed: boolean
  passes: number
  requests: number
}

interface Looker {
  holder: SyncHolder
  channel: StoredChannel
  shop: Shop
}

const readLooking = ({ state }: OpenRun): Looking => state.looking ?? BEGIN_LOOKING

export const beginLook = (open: OpenRun): Look => ({
  doubted: readLooking(open).missing,
  hasPassed: false,
  passes: 0,
  requests: 0,
})

/** Writes what was looked at, and which orders are watched from now on, or no longer. */
const save = (
  { holder, channel }: Looker,
  { run, state }: OpenRun,
  looking: Looking,
  { watched = [], over = [], isThere = [] }: { [name in 'watched' | 'over' | 'isThere']?: readonly Id[] },
): Promise<OpenRun> =>
  write(holder, async (unit) => {
    for (const id of watched) watchOrder(unit, channel.id, id)
    for (const id of over) forgetOrder(unit, channel.id, id)
    await endWaiting(holder.app, unit, channel.id, [...over, ...isThere])
    return { run, state: renewSync(unit, holder, { ...state, looking }) }
  })

const loadOpen = async ({ holder: { app, tenant } }: Looker, found: readonly StoredOrder[]): Promise<StoredOrder[]> => {
  const ids = found.map(({ id }) => id)
  const statuses = ids.length ? await findFulfilmentStatuses(app.db, tenant, ids) : new Map()
  return found.filter((order) => !isOver(order, statuses.get(order.id), app.clock()))
}

/** Watches those of the next orders that are still open a day after their import. Returns true once none is left. */
const passOrders = async (looker: Looker, open: OpenRun): Promise<{ open: OpenRun; hasPassed: boolean }> => {
  const { app, tenant, channelId } = looker.holder
  const looking = readLooking(open)
  const before = newId(new Date(app.clock().getTime() - WATCHED_AFTER_MS)).slice(0, 10)
  const read = await Promise.all(
    WATCHED_STATUSES.map(async (status) => {
      const asked = { by: { channelId }, facets: { status }, after: looking.passed[status], before, limit: MAX_PASSED }
      return { status, ...(await scanOldestFirst(app.db, orders, tenant, asked)) }
    }),
  )
  const seen = read.filter(({ cursors }) => cursors.length)
  if (!seen.length) return { open, hasPassed: true }
  const passed = Object.fromEntries(seen.map(({ status, cursors }) => [status, cursors.at(-1)]))
  const stillOpen = await loadOpen(
    looker,
    read.flatMap(({ items }) => items),
  )
  const next = { ...looking, passed: { ...looking.passed, ...passed } }
  const saved = await save(looker, open, next, { watched: stillOpen.map(({ id }) => id) })
  return { open: saved, hasPassed: read.every(({ cursors }) => cursors.length < MAX_PASSED) }
}

/** Cancels the next of the orders that the shop lacks for certain, or lets all of them wait for somebody. */
const endGone = async ({ holder, channel }: Looker, { run, state }: OpenRun, looking: Looking): Promise<OpenRun> => {
  const { app, tenant } = holder
  const cancel = async (unit: Unit) => {
    const ids = looking.gone.map(({ id }) => id)
    const current = await findAll(app.db, orders, tenant, ids)
    const revs = new Map(looking.gone.map(({ id, rev }) => [id, rev]))
    // Whatever has changed an order meanwhile may have been the shop.
    const missing = current.filter(({ id, rev }) => rev === revs.get(id))
    const doubts = { doubted: looking.missing.length, isNoneLeft: looking.found === 0 }
    const { left } = await cancelMissing(app, unit, channel, missing, doubts)
    const isLeft = new Set(left.map(({ id }) => id))
    const next = { ...looking, gone: looking.gone.filter(({ id }) => isLeft.has(id)) }
    return { run, state: renewSync(unit, holder, { ...state, looking: next }) }
  }
  return await write(holder, cancel, { cause: syncRunUri(run) })
}

/** Asks for an order on its own that an earlier walk did not find. */
const confirmMissing = async (looker: Looker, of: ShopOrders, open: OpenRun, id: Id): Promise<OpenRun> => {
  const { holder, channel, shop } = looker
  const { app, tenant } = holder
  const looking = readLooking(open)
  const next = { ...looking, missing: looking.missing.filter((each) => each !== id) }
  const [order] = await loadOpen(looker, await findAll(app.db, orders, tenant, [id]))
  const [{ ref } = { ref: undefined }] = order ? await findWanted(app, tenant, of, [order]) : []
  if (!order || ref === undefined) return await save(looker, open, next, {})
  const found = await readShopOrder(shop, of, ref)
  if (found === undefined) {
    const isShown = isSurelyShown(channel, order, app.clock()) || (await of.showsAll?.(shop)) === true
    const gone = isShown ? [...looking.gone, { id, rev: order.rev }] : looking.gone
    return await save(looker, open, { ...next, gone }, {})
  }
  const imported = await importPage(holder, channel, open, { orders: found ? [found] : [], next: null })
  return await save(looker, imported, { ...next, found: next.found + 1 }, {})
}

/** Asks the shop about watched orders. Returns those that changed, those that it has, and how many it was asked for. */
const askFor = async (shop: Shop, of: ShopOrders, wanted: readonly WantedOrder[]) => {
  if (!wanted.length) return { orders: [], known: new Set<string>(), count: 0 }
  const looked = await of.look?.next(shop, wanted)
  const refs = wanted.map(({ ref }) => ref)
  const {
    orders: found,
    unchanged,
    count,
  } = looked ?? {
    ...{ orders: await of.find(shop, refs), unchanged: [], count: refs.length },
  }
  const known = new Set([...unchanged, ...found.map(({ ref }) => ref)])
  return { orders: found.filter((record) => !isBadRecord(record) && refs.includes(record.ref)), known, count }
}

/** Looks at the next watched orders. Returns true once the round has looked at all. */
const goRound = async (looker: Looker, of: ShopOrders, open: OpenRun): Promise<{ open: OpenRun; isDone: boolean }> => {
  const { holder, channel, shop } = looker
  const { app, tenant, channelId } = holder
  const looking = readLooking(open)
  const round = findRound(looking, app.clock())
  if (!round) return { open, isDone: true }
  const limit = of.look?.atOnce ?? of.foundAtOnce
  const ids = await listWatched(app.db, tenant, channelId, { after: round.after, limit })
  const last = ids.at(-1)
  if (last === undefined) {
    const { after: _, ...rest } = looking
    return { open: await save(looker, open, { ...rest, begunAt: round.begunAt }, {}), isDone: true }
  }
  const stillOpen = await loadOpen(looker, await findAll(app.db, orders, tenant, ids))
  const wanted = await findWanted(app, tenant, of, stillOpen)
  const { orders: found, known, count } = await askFor(shop, of, wanted)
  const asked = wanted.slice(0, count)
  const isWaiting = new Set((await findMissingOrders(app.db, tenant, channelId)).waiting.map(({ orderId }) => orderId))
  const missing = asked.flatMap(({ ref, order: { id } }) => (known.has(ref) || isWaiting.has(id) ? [] : [id]))
  const imported = await importPage(holder, channel, open, { orders: found, next: null })
  const isOpen = new Set(stillOpen.map(({ id }) => id))
  const next = {
    ...{ ...looking, ...round },
    after: (count < wanted.length ? asked.at(-1)?.order.id : undefined) ?? last,
    found: (round.after ? looking.found : 0) + known.size,
    missing: [...new Set([...looking.missing, ...missing])],
  }
  const over = ids.filter((id) => !isOpen.has(id))
  const isThere = asked.flatMap(({ ref, order: { id } }) => (known.has(ref) ? [id] : []))
  return { open: await save(looker, imported, next, { over, isThere }), isDone: false }
}

/**
 * Looks at open orders of the channel by their ids, a few of them in each step, so that each is asked for once a day. Returns
 * no `look` once enough was looked at. Throws `ConnectorError` if the shop fails, which tells of no order.
 */
export const lookAgain = async (
  looker: Looker,
  open: OpenRun,
  look: Look,
): Promise<{ open: OpenRun; look: Look | undefined }> => {
  const { orders: of } = getConnector(looker.channel.type)
  if (!of || look.requests >= MAX_REQUESTS) return { open, look: undefined }
  const [doubted, ...others] = look.doubted
  // All that are missing are known once each was asked for, or as many as a walk has requests.
  if (readLooking(open).gone.length && (doubted === undefined || look.requests === 0))
    return { open: await endGone(looker, open, readLooking(open)), look }
  if (doubted !== undefined) {
    const after = await confirmMissing(looker, of, open, doubted)
    return { open: after, look: { ...look, doubted: others, requests: look.requests + 1 } }
  }
  if (!look.hasPassed) {
    const passed = await passOrders(looker, open)
    const passes = look.passes + 1
    return { open: passed.open, look: { ...look, passes, hasPassed: passed.hasPassed || passes >= MAX_PASSES } }
  }
  const { open: after, isDone } = await goRound(looker, of, open)
  return { open: after, look: isDone ? undefined : { ...look, requests: look.requests + 1 } }
}
