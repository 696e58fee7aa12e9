import { findTenant } from '../../iam/tenant.ts'
import { STOCK_SETTINGS } from '../../inventory/stock-settings.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { count } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import { getTenantOfKey, listDue } from '../../platform/store/table/due.ts'
import type { Item } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { explainStop } from '../catalog-runs/catalog-run.ts'
import { requestRun } from '../catalog-runs/request-run.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { findChannel } from '../channels/channel-store.ts'
import { listings } from '../listings/listing-store.ts'
import { planLevels } from '../stock-levels/plan-levels.ts'
import { COMPARISON, endTurn, findComparison, removeComparison } from './comparison-store.ts'

type Using = Pick<App, 'db' | 'clock'>

const HOUR_MS = 3_600_000
/** The schedule runs every hour, so what is due shortly before is compared in time. */
const EARLY_MS = 5 * 60_000
/** All quantities are compared within this time. */
export const ROUND_MS = 24 * HOUR_MS

/** Turns in which a round is done; some of a day may be missed. */
const TURNS = 20
/** Variants of a turn: at least as many as a shop is asked for at once, and at most as many as a run can name. */
const MIN_VARIANTS = 50
const MAX_VARIANTS = 2000
/** Variants whose levels are planned together. */
const MAX_PLANNED = 50

interface Turn {
  /** Variants that have a quantity here. */
  variantIds: Id[]
  /** Cursor of the next turn; null after the last one of the round. */
  after: string | null
}

const readTurn = async (app: Using, tenant: Id, channel: StoredChannel, after: string | null): Promise<Turn> => {
  const by = { shownIn: channel.id }
  const share = Math.ceil((await count(app.db, listings, tenant, { by })) / TURNS)
  const limit = Math.min(MAX_VARIANTS, Math.max(MIN_VARIANTS, share))
  const { items, cursors } = await scanOldestFirst(app.db, listings, tenant, { by, after, limit })
  const ids = items.flatMap(({ variantId, externalVariantId }) => (externalVariantId === null ? [] : [variantId]))
  const variantIds: Id[] = []
  for (let from = 0; from < ids.length; from += MAX_PLANNED) {
    const { planned } = await planLevels(app, { tenant, channel, ids: ids.slice(from, from + MAX_PLANNED) })
    variantIds.push(...planned.flatMap((each) => ('level' in each ? [each.variantId] : [])))
  }
  return { variantIds, after: cursors.length < limit ? null : (cursors.at(-1) ?? null) }
}

const isFollowed = async (app: Using, tenant: Id, channel: StoredChannel): Promise<boolean> => {
  const isClosed = !!(await findTenant(app.db, tenant))?.closedAt
  return !explainStop(channel, isClosed) && (await getSetting(app, tenant, STOCK_SETTINGS.followStock))
}

/** Requests a run that compares the next variants of a channel with its shop; returns their number. */
const takeTurn = async (app: Using, unit: Unit, due: Item): Promise<number> => {
  const { tenant, now } = unit
  const [before, channel] = await Promise.all([
    findComparison(app.db, tenant, due.sk),
    findChannel(app.db, tenant, due.sk),
  ])
  if (!before || before.dueSk !== due.dueSk) return 0
  if (!channel || channel.status === 'disconnected') {
    removeComparison(unit, before)
    return 0
  }
  const next = new Date(now.getTime() + HOUR_MS - EARLY_MS)
  if (!(await isFollowed(app, tenant, channel))) {
    endTurn(unit, before, { after: before.after, begunAt: before.begunAt }, next)
    return 0
  }
  const { variantIds, after } = await readTurn(app, tenant, channel, before.after)
  const only = variantIds.sort()
  if (only.length) await requestRun(app.db, unit, channel, 'inventory_push', { force: false, only, comparesAll: true })
  const begunAt = before.after === null ? now.toISOString() : before.begunAt
  const isOver = after === null
  endTurn(unit, before, { after, begunAt }, isOver ? new Date(Date.parse(begunAt) + ROUND_MS - EARLY_MS) : next)
  return only.length
}

const MAX_ITEMS_PER_PARTITION = 250

/**
 * Compares what shops offer with what was published to them, as nobody tells of a quantity that was changed there. Each channel
 * that has published stock is compared once a day, a part of its variants at a time.
 */
export const compareStock = async (app: Using, log: Log, hasTime: () => boolean): Promise<void> => {
  const now = app.clock()
  for (const due of await listDue(app.db, COMPARISON, now, MAX_ITEMS_PER_PARTITION)) {
    if (!hasTime()) return
    const [tenant, channelId] = [getTenantOfKey(due), due.sk]
    try {
      const variants = await runInUnit(app.db, { tenant, actor: null, now }, (unit) => takeTurn(app, unit, due))
      if (variants) log.info('sales.stock.compared', { tenant, channelId, variants })
    } catch (error) {
      log.error('sales.stock.compare_failed', error, { tenant, channelId })
    }
  }
}
