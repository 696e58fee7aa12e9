import type { App } from '../../../platform/app/app.ts'
import { toLocalDay } from '../../../platform/calendar/day.ts'
import type { Id } from '../../../platform/id.ts'
import type { Log } from '../../../platform/log.ts'
import { GENERAL_SETTINGS } from '../../../platform/settings/general-settings.ts'
import { getSetting } from '../../../platform/settings/get-settings.ts'
import { NOT_DUE } from '../../../platform/store/table/due.ts'
import { runInUnit, type Unit } from '../../../platform/store/unit.ts'
import { computeLeaseEnd, processDue, type Step } from '../../process-due.ts'
import {
  awaitMonth,
  findMonthMeter,
  getFirstOfNextMonth,
  getLastOfMonth,
  monthMeters,
} from '../month-meters/month-meter-store.ts'
import { findTariff } from '../tariff-store.ts'

type Using = Pick<App, 'db' | 'clock'>

const NOTHING_DUE: Step = { done: 0, hasMore: false }

/** Advances the meter past an ended month; the task that closes the month is written with it. */
const passMonth = async (app: Using, unit: Unit, id: Id): Promise<Step> => {
  const [meter, tariff, zone] = await Promise.all([
    findMonthMeter(app.db, unit.tenant, id),
    findTariff(app.db, unit.tenant, id),
    getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone),
  ])
  if (!meter) return NOTHING_DUE
  const { nextMonth } = meter
  if (!tariff || nextMonth > tariff.lastDay) {
    unit.update(monthMeters, meter, NOT_DUE)
    return NOTHING_DUE
  }
  if (getLastOfMonth(nextMonth) >= toLocalDay(zone, unit.now)) {
    // The tenant's time zone has changed since the month was scheduled.
    unit.update(monthMeters, meter, awaitMonth(id, nextMonth, zone))
    return NOTHING_DUE
  }
  unit.schedule('billing.tariffs.close-months', { tenant: unit.tenant, tariffId: id, from: nextMonth, to: nextMonth })
  const next = awaitMonth(id, getFirstOfNextMonth(nextMonth), zone)
  const hasMore = next.dueSk <= unit.now.toISOString()
  unit.update(monthMeters, meter, { ...next, ...(hasMore && { dueSk: computeLeaseEnd(unit.now).toISOString() }) })
  return { done: 1, hasMore }
}

/** Closes the ended months of tariffs that have rules for months, for every tenant. */
export const closeDueMonths = async (app: Using, log: Log, hasTime: () => boolean): Promise<void> => {
  const { items, done, failed } = await processDue(
    app,
    {
      kind: 'month-meter',
      step: (tenant, id) =>
        runInUnit(app.db, { tenant, actor: null, now: app.clock() }, (unit) => passMonth(app, unit, id)),
      onError: (error, { tenant, id }) => log.error('billing.months.close_failed', error, { tenant, tariffId: id }),
    },
    hasTime,
  )
  log.info('billing.months.closing_done', { tariffs: items, months: done, failed, outOfTime: !hasTime() })
}
