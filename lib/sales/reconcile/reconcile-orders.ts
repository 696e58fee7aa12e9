import { ConnectorError, type Shop } from '../../connectors/connector.ts'
import type { ShopOrders } from '../../connectors/order-states/shop-orders.ts'
import { getConnector } from '../../connectors/registry.ts'
import { newId } from '../../platform/id.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { PartitionJob, PartitionWork } from '../catalog-runs/partition-job.ts'
import { listPartIds, putPart } from '../catalog-runs/partition-store.ts'
import { prepareImport } from '../order-changes/import-order.ts'
import { type OrderCandidate, toCandidate } from '../order-sync/import-next-batch.ts'
import { OVERLAP_MS } from '../order-sync/order-walk.ts'
import type { StoredOrder } from '../orders/order.ts'
import { orders } from '../orders/order-store.ts'
import { findRefs } from '../shop-orders/find-refs.ts'
import { isSurelyShown } from '../shop-orders/judge-shop-order.ts'
import { readShopOrder } from '../shop-orders/read-shop-order.ts'
import { compareMissing, type MissingOrder } from './compare-missing.ts'
import { type Comparing, compareOrders } from './compare-orders.ts'

/** First the orders of the shop are read, page by page; then those here that the shop did not show. */
type ReconcileCursor =
  | { at: 'shop'; page: string | null; parts: number }
  | { at: 'here'; after: string | null; parts: number }

type Work = PartitionWork<ReconcileCursor>
type At<Name extends ReconcileCursor['at']> = Extract<ReconcileCursor, { at: Name }>

const START: ReconcileCursor = { at: 'shop', page: null, parts: 0 }

/** Orders that one transaction compares. */
const MAX_BATCH = 40
/** Orders here that are read at once. */
const MAX_SCANNED = 100
/** Orders that the shop is asked for by their ids before the result is recorded; each that it lacks is another request. */
const MAX_ASKED = 10

const DIGITS = 8

const requireWindow = ({ run }: Work) => {
  if (!run.window) throw new Error(`the run ${run.id} compares no orders`)
  return run.window
}

const requireOrders = ({ channel }: Work): ShopOrders => {
  const { orders: of } = getConnector(channel.type)
  if (!of) throw new ConnectorError('INVALID_CONFIG', 'Orders of this type of shop cannot be compared.')
  return of
}

const prepare = async (work: Work, askedAt: string): Promise<Comparing> => {
  const { app, tenant, channel } = work
  return { app, context: await prepareImport(app, tenant, channel, app.clock()), window: requireWindow(work), askedAt }
}

const getKey = (candidate: OrderCandidate): string =>
  ('incoming' in candidate ? candidate.incoming.fields.externalOrderId : candidate.externalId) ?? `#${candidate.ref}`

const readPage = async (work: Work, shop: Shop, cursor: string | null) => {
  const { statusFilters: statuses } = work.channel.syncSettings
  const since = new Date(Date.parse(requireWindow(work).from) - OVERLAP_MS)
  const page = await requireOrders(work).page(shop, { since, statuses, cursor })
  if (page.next !== null && page.next === cursor)
    throw new ConnectorError('UPSTREAM_ERROR', 'The shop returned the same page of orders again.')
  return page
}

/** Compares the orders of a page, transaction by transaction, and remembers which ones the shop has. */
const comparePage = async (work: Work, cursor: At<'shop'>): Promise<void> => {
  const { app, tenant, run, index, channel, record } = work
  const shop = await work.openShop()
  const askedAt = app.clock().toISOString()
  const { orders: found, next } = await readPage(work, shop, cursor.page)
  const seen = new Set(await listPartIds(app.db, tenant, run.id, index))
  const all = await Promise.all(found.map((each) => toCandidate(channel, each)))
  // An order that changes meanwhile may be listed twice, and a worker may have died within the page.
  const unseen = new Map(all.map((each) => [getKey(each), each] as const).filter(([key]) => !seen.has(key)))
  let candidates = [...unseen.values()]
  const comparing = await prepare(work, askedAt)
  let { parts } = cursor
  do {
    let count = 0
    await record(async (unit) => {
      const batch = candidates.slice(0, MAX_BATCH)
      const compared = await compareOrders(comparing, unit, batch)
      count = compared.count
      const ids = batch.slice(0, count).map(getKey)
      const position = String(parts).padStart(DIGITS, '0')
      if (ids.length) unit.add(putPart(tenant, run.id, index, { position, ids }, unit.now))
      const isRead = count === candidates.length
      const after: ReconcileCursor =
        isRead && next === null
          ? { at: 'here', after: null, parts: parts + 1 }
          : { at: 'shop', page: isRead ? next : cursor.page, parts: parts + 1 }
      const { records, unchanged } = compared
      return { cursor: after, seen: records.length, records, unchanged }
    })
    candidates = candidates.slice(count)
    parts++
  } while (candidates.length)
}

/** Asks the shop for orders by their ids: for all at once, and on its own for each that the answer lacks. */
const askForOrders = async (work: Work, some: readonly StoredOrder[]) => {
  const { app, tenant, channel } = work
  const of = requireOrders(work)
  const refs = await findRefs(app, tenant, of, some)
  const known = new Set([...refs.values()].map(({ id }) => id))
  const missing: MissingOrder[] = some.flatMap(({ id }) => (known.has(id) ? [] : [{ id, absence: 'never_read' }]))
  if (!refs.size) return { shown: [], missing }
  const shop = await work.openShop()
  const shown = (await of.find(shop, [...refs.keys()])).filter(({ ref }) => refs.has(ref))
  const answered = new Set(shown.map(({ ref }) => ref))
  for (const [ref, order] of refs) {
    if (answered.has(ref)) continue
    const read = await readShopOrder(shop, of, ref)
    if (read) shown.push(read)
    if (read !== undefined) continue
    const isShown = isSurelyShown(channel, order, app.clock()) || (await of.showsAll?.(shop)) === true
    missing.push({ id: order.id, absence: isShown ? 'deleted' : 'hidden' })
  }
  return { shown: await Promise.all(shown.map((each) => toCandidate(channel, each))), missing }
}

/** Looks for orders here that the shop did not show. */
const compareRest = async (work: Work, cursor: At<'here'>): Promise<void> => {
  const { app, tenant, run, index, channel, record, hasTime } = work
  const { from, until } = requireWindow(work)
  const seen = new Set(await listPartIds(app.db, tenant, run.id, index))
  const isUnseen = ({ placedAt, createdAt, status, externalOrderId }: StoredOrder): boolean => {
    const at = placedAt ?? createdAt
    return at >= from && at < until && status !== 'cancelled' && !seen.has(externalOrderId)
  }
  let after = cursor.after ?? newId(new Date(from)).slice(0, 10)
  for (let isOver = false; !isOver && hasTime(); ) {
    const askedAt = app.clock().toISOString()
    const asked = { by: { channelId: channel.id }, after, limit: MAX_SCANNED }
    const { items, cursors } = await scanOldestFirst(app.db, orders, tenant, asked)
    const unseen = items.filter(isUnseen)
    const some = unseen.slice(0, Math.min(MAX_ASKED, requireOrders(work).foundAtOnce))
    const isAll = some.length === unseen.length
    const last = isAll ? cursors.at(-1) : cursors.find((each) => each.endsWith(some.at(-1)?.id ?? ''))
    const { shown, missing } = await askForOrders(work, some)
    const comparing = await prepare(work, askedAt)
    isOver = isAll && cursors.length < MAX_SCANNED
    let [left, gone] = [shown, missing]
    do {
      let counts = [0, 0] as [number, number]
      await record(async (unit) => {
        const compared = await compareOrders(comparing, unit, left)
        const rest = compared.count === left.length
        const others = rest ? await compareMissing(comparing, unit, gone) : { count: 0, records: [], unchanged: 0 }
        counts = [compared.count, others.count]
        const records = [...compared.records, ...others.records]
        const isDone = rest && others.count === gone.length
        const next: ReconcileCursor = { at: 'here', after: isDone ? (last ?? after) : after, parts: cursor.parts }
        return {
          cursor: isDone && isOver ? null : next,
          seen: records.length,
          records,
          unchanged: compared.unchanged + others.unchanged,
        }
      })
      left = left.slice(counts[0])
      gone = gone.slice(counts[1])
    } while (left.length || gone.length)
    after = last ?? after
  }
}

/** Compares the orders of a window of days with those of the channel's shop. */
export const reconcileOrders: PartitionJob<ReconcileCursor> = {
  runPart: (work) => {
    const cursor = work.cursor ?? START
    return cursor.at === 'shop' ? comparePage(work, cursor) : compareRest(work, cursor)
  },
}
