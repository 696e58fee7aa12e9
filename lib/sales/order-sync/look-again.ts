import { isBadRecord, type Shop } from '../../connectors/connector.ts'
import type { ShopOrders } from '../../connectors/order-states/shop-orders.ts'
import { getConnector } from '../../connectors/registry.ts'
import { findFulfilmentStatuses } from '../../fulfilment/order-fulfilments/find-fulfilment-status.ts'
import { type Id, newId } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { StoredChannel } from '../channels/channel.ts'
import type { StoredOrder } from '../orders/order.ts'
import { orders } from '../orders/order-store.ts'
import { write } from '../runs/run-under-lease.ts'
import { cancelDeletedOrder } from '../shop-orders/cancel-deleted-order.ts'
import { findRefs } from '../shop-orders/find-refs.ts'
import { isSurelyShown } from '../shop-orders/judge-shop-order.ts'
import { readShopOrder } from '../shop-orders/read-shop-order.ts'
import { BEGIN_LOOKING, findRound, isOver, type Looking, WATCHED_AFTER_MS, WATCHED_STATUSES } from './looking.ts'
import { importPage, type OpenRun, renewSync, type SyncHolder } from './sync-holder.ts'
import { forgetOrder, listWatched, watchOrder } from './watched-order-store.ts'

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
  { watched = [], over = [] }: { watched?: readonly Id[]; over?: readonly Id[] },
): Promise<OpenRun> =>
  write(holder, async (unit) => {
    for (const id of watched) watchOrder(unit, channel.id, id)
    for (const id of over) forgetOrder(unit, channel.id, id)
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

/** Cancels an order that the shop lacked in two walks, unless it may only be hidden from the channel. */
const believeMissing = async (
  looker: Looker,
  of: ShopOrders,
  { run, state }: OpenRun,
  order: StoredOrder,
  looking: Looking,
): Promise<OpenRun> => {
  const { holder, channel, shop } = looker
  const { app, tenant } = holder
  const isShown = isSurelyShown(channel, order, app.clock()) || (await of.showsAll?.(shop)) === true
  return await write(holder, async (unit) => {
    const [current] = isShown ? await findAll(app.db, orders, tenant, [order.id]) : []
    if (current && current.rev === order.rev) {
      await cancelDeletedOrder(app, unit, channel, current)
      forgetOrder(unit, channel.id, current.id)
    }
    return { run, state: renewSync(unit, holder, { ...state, looking }) }
  })
}

/** Asks for an order on its own that an earlier walk did not find. */
const confirmMissing = async (looker: Looker, of: ShopOrders, open: OpenRun, id: Id): Promise<OpenRun> => {
  const { holder, channel, shop } = looker
  const looking = readLooking(open)
  const next = { ...looking, missing: looking.missing.filter((each) => each !== id) }
  const [order] = await loadOpen(looker, await findAll(holder.app.db, orders, holder.tenant, [id]))
  const [[ref] = []] = order ? await findRefs(holder.app, holder.tenant, of, [order]) : []
  if (!order || ref === undefined) return await save(looker, open, next, {})
  const found = await readShopOrder(shop, of, ref)
  if (found === undefined) return await believeMissing(looker, of, open, order, next)
  const imported = await importPage(holder, channel, open, { orders: found ? [found] : [], next: null })
  return await save(looker, imported, next, {})
}

/** Looks at the next watched orders. Returns true once the round has looked at all. */
const goRound = async (looker: Looker, of: ShopOrders, open: OpenRun): Promise<{ open: OpenRun; isDone: boolean }> => {
  const { holder, channel, shop } = looker
  const { app, tenant, channelId } = holder
  const looking = readLooking(open)
  const round = findRound(looking, app.clock())
  if (!round) return { open, isDone: true }
  const ids = await listWatched(app.db, tenant, channelId, { after: round.after, limit: of.foundAtOnce })
  const last = ids.at(-1)
  if (last === undefined) {
    const { after: _, ...rest } = looking
    return { open: await save(looker, open, { ...rest, begunAt: round.begunAt }, {}), isDone: true }
  }
  const stillOpen = await loadOpen(looker, await findAll(app.db, orders, tenant, ids))
  const refs = await findRefs(holder.app, holder.tenant, of, stillOpen)
  const found = refs.size ? await of.find(shop, [...refs.keys()]) : []
  const known = new Set(found.map(({ ref }) => ref))
  const missing = [...refs].flatMap(([ref, { id }]) => (known.has(ref) ? [] : [id]))
  const readable = found.filter((record) => !isBadRecord(record) && refs.has(record.ref))
  const imported = await importPage(holder, channel, open, { orders: readable, next: null })
  const isOpen = new Set(stillOpen.map(({ id }) => id))
  const next = { ...looking, ...round, after: last, missing: [...new Set([...looking.missing, ...missing])] }
  return { open: await save(looker, imported, next, { over: ids.filter((id) => !isOpen.has(id)) }), isDone: false }
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
