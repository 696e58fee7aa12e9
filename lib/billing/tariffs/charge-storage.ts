import { countPiecesAt } from '../../inventory/movements/count-pieces-at.ts'
import type { App } from '../../platform/app/app.ts'
import { addDays, type Day, startOfDay, toLocalDay } from '../../platform/calendar/day.ts'
import { deriveId, type Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { NOT_DUE } from '../../platform/store/table/due.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { findCustodianOfPartner } from '../../warehousing/require-custodian.ts'
import { computeLeaseEnd, processDue, type Step } from '../process-due.ts'
import { addTariffCharge } from './add-tariff-charge.ts'
import { priceUnit } from './price-hand-off.ts'
import { findStorageMeter, type StorageMeter, startCount, storageMeters } from './storage-meter-store.ts'
import { hasMonthRules, type StoredTariff } from './tariff.ts'
import { findTariff } from './tariff-store.ts'

type Using = Pick<App, 'db' | 'clock'>

const MAX_ITEMS_PER_STEP = 100

const NOTHING_DUE: Step = { done: 0, hasMore: false }

const chargeDay = (unit: Unit, tariff: StoredTariff, day: Day, pieces: number, zone: string): void => {
  const priced = priceUnit(tariff, 'storage_day', pieces)
  if (!priced) return
  const end = startOfDay(zone, addDays(day, 1))
  addTariffCharge(unit, {
    id: deriveId(end, 'tariff-storage', tariff.partnerId, day),
    tariff,
    isMonthly: hasMonthRules(tariff),
    chargeType: priced.per,
    priced,
    description: `Storage of ${pieces} pieces on ${day}`,
    subject: `commerce:///billing/tariffs/${tariff.id}`,
    at: new Date(end.getTime() - 1),
    zone,
  })
}

/** Counts the next stock items of a day, and charges the day once all are counted. */
const countNext = async (
  { db }: Using,
  unit: Unit,
  meter: StorageMeter,
  tariff: StoredTariff,
  zone: string,
): Promise<Step> => {
  const { nextDay: day, after } = meter
  const custodianId = await findCustodianOfPartner(db, unit.tenant, tariff.partnerId)
  const at = startOfDay(zone, addDays(day, 1))
  const counted = custodianId
    ? await countPiecesAt(db, unit.tenant, custodianId, { at, after, limit: MAX_ITEMS_PER_STEP })
    : { pieces: 0, next: null }
  const pieces = meter.pieces + counted.pieces
  const dueSk = computeLeaseEnd(unit.now).toISOString()
  if (counted.next) {
    unit.update(storageMeters, meter, { after: counted.next, pieces, dueSk })
    return { done: 0, hasMore: true }
  }
  chargeDay(unit, tariff, day, pieces, zone)
  const next = startCount(meter.id, addDays(day, 1), zone)
  const hasMore = next.dueSk <= unit.now.toISOString()
  unit.update(storageMeters, meter, { ...next, ...(hasMore && { dueSk }) })
  return { done: 1, hasMore }
}

const processMeter = async (app: Using, unit: Unit, id: Id): Promise<Step> => {
  const [meter, tariff, own] = await Promise.all([
    findStorageMeter(app.db, unit.tenant, id),
    findTariff(app.db, unit.tenant, id),
    getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone),
  ])
  if (!meter) return NOTHING_DUE
  if (!tariff || meter.nextDay > tariff.lastDay) {
    unit.update(storageMeters, meter, NOT_DUE)
    return NOTHING_DUE
  }
  const zone = tariff.timezone ?? own
  if (meter.nextDay >= toLocalDay(zone, unit.now)) {
    // The tenant's time zone has changed since the day was scheduled.
    unit.update(storageMeters, meter, startCount(id, meter.nextDay, zone))
    return NOTHING_DUE
  }
  return await countNext(app, unit, meter, tariff, zone)
}

/** Charges the storage of ended days by the tariffs of custodians, for every tenant. */
export const chargeStorage = async (app: Using, log: Log, hasTime: () => boolean): Promise<void> => {
  const { items, done, failed } = await processDue(
    app,
    {
      kind: 'storage-meter',
      step: (tenant, id) =>
        runInUnit(app.db, { tenant, actor: null, now: app.clock() }, (unit) => processMeter(app, unit, id)),
      onError: (error, { tenant, id }) => log.error('billing.storage.charge_failed', error, { tenant, tariffId: id }),
    },
    hasTime,
  )
  log.info('billing.storage.charging_done', { tariffs: items, days: done, failed, outOfTime: !hasTime() })
}
