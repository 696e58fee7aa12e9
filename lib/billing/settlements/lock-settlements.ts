import type { App } from '../../platform/app/app.ts'
import { addDays, startOfDay, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { getDuePartition, NOT_DUE } from '../../platform/store/table/due.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { processDue, type Step } from '../process-due.ts'
import { moveSettlement, type StoredSettlement } from './settlement.ts'
import { findSettlement, settlements } from './settlement-store.ts'

type Using = Pick<App, 'db' | 'clock'>

/** Schedules the lock of an open settlement for the moment when its period ends in the tenant's time zone. */
export const scheduleLock = (id: Id, endDate: string | null, zone: string) =>
  endDate === null
    ? {}
    : { duePk: getDuePartition('settlement', id), dueSk: startOfDay(zone, addDays(endDate, 1)).toISOString() }

export const lockSettlement = (unit: Unit, before: StoredSettlement): StoredSettlement =>
  unit.update(settlements, before, {
    status: moveSettlement(before, 'lock'),
    ...NOT_DUE,
  })

const lockEnded = async (app: Using, unit: Unit, id: Id): Promise<Step> => {
  const [settlement, zone] = await Promise.all([
    findSettlement(app.db, unit.tenant, id),
    getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone),
  ])
  if (settlement?.status !== 'open' || !settlement.periodEndDate) return { done: 0, hasMore: false }
  if (settlement.periodEndDate < toLocalDay(zone, unit.now)) {
    lockSettlement(unit, settlement)
    return { done: 1, hasMore: false }
  }
  // The tenant's time zone has changed since the lock was scheduled.
  unit.update(settlements, settlement, scheduleLock(id, settlement.periodEndDate, zone))
  return { done: 0, hasMore: false }
}

/** Locks the open settlements whose period is over, for every tenant. */
export const lockSettlements = async (app: Using, log: Log, hasTime: () => boolean): Promise<void> => {
  const { items, done, failed } = await processDue(
    app,
    {
      kind: 'settlement',
      step: (tenant, id) =>
        runInUnit(app.db, { tenant, actor: null, now: app.clock() }, (unit) => lockEnded(app, unit, id)),
      onError: (error, { tenant, id }) =>
        log.error('billing.settlement.lock_failed', error, { tenant, settlementId: id }),
    },
    hasTime,
  )
  log.info('billing.settlement.locking_done', { settlements: items, locked: done, failed, outOfTime: !hasTime() })
}
