import type { LotState } from '../../../schemas/inventory/lot.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Log } from '../../platform/log.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { find } from '../../platform/store/lists/list.ts'
import { getTenantOfKey, listDue, NOT_DUE } from '../../platform/store/table/due.ts'
import type { Item, Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { scheduleExpiry } from '../pieces/add-to-lots.ts'
import { LOT_MOVES, lotUri } from '../pieces/lot.ts'
import { lots } from '../pieces/lot-store.ts'
import { describeVariantOfStock, requireAttention } from '../stock-items/require-attention.ts'
import { blockLot } from './recall-lot.ts'

/** Ends a lot whose last day is over where the tenant is. Returns true if it did. */
const expireLot = async (db: Table, unit: Unit, id: string): Promise<boolean> => {
  const lot = await find(db, lots, unit.tenant, id)
  if (!lot?.duePk) return false
  const { code, expiresOn, onHand, reserved } = lot
  const movable: readonly LotState[] = LOT_MOVES.expire.from
  if (expiresOn === null || !movable.includes(lot.status)) {
    unit.update(lots, lot, NOT_DUE)
    return false
  }
  const zone = await getSetting({ db }, unit.tenant, GENERAL_SETTINGS.timezone)
  if (toLocalDay(zone, unit.now) <= expiresOn) {
    unit.update(lots, lot, scheduleExpiry(lot.id, expiresOn, zone))
    return false
  }
  await blockLot(db, unit, lot, { status: LOT_MOVES.expire.to })
  // Nobody needs to hear of an empty lot; what comes back to it is not promised.
  if (onHand <= 0 && reserved <= 0) return true
  unit.emit('inventory.lot.expired', {
    subject: lotUri(lot.id),
    data: {
      lotId: lot.id,
      lotNumber: code,
      ...(await describeVariantOfStock(db, unit, lot)),
      quantity: onHand,
      expiredOn: expiresOn,
    },
  })
  if (reserved)
    await requireAttention(
      db,
      unit,
      { id: lot.stockItemId, variantId: lot.variantId },
      { quantity: reserved, available: 0, reason: `Lot ${code} has expired` },
    )
  return true
}

const MAX_LOTS_PER_PARTITION = 100

const expireAndLog = async ({ db }: Pick<App, 'db'>, item: Item, now: Date, log: Log): Promise<void> => {
  const tenant = getTenantOfKey(item)
  try {
    const isExpired = await runInUnit(db, { tenant, actor: null, now }, (unit) => expireLot(db, unit, item.sk))
    if (isExpired) log.info('inventory.lot.expired', { tenant, lotId: item.sk })
  } catch (error) {
    log.error('inventory.lot.expire_failed', error, { tenant, lotId: item.sk })
  }
}

/** Expires the lots of all tenants whose last day is over; the next run does what this one has no time for. */
export const expireLots = async (app: Pick<App, 'db'>, now: Date, log: Log, hasTime: () => boolean): Promise<void> => {
  const seen = new Set<string>()
  while (hasTime()) {
    const found = await listDue(app.db, 'lot', now, MAX_LOTS_PER_PARTITION)
    const fresh = found.filter(({ pk, sk }) => !seen.has(`${pk} ${sk}`))
    if (!fresh.length) return
    for (const item of fresh) {
      if (!hasTime()) return
      seen.add(`${item.pk} ${item.sk}`)
      await expireAndLog(app, item, now, log)
    }
  }
}
