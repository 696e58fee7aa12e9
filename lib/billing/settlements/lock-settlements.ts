import { getSetting } from '../../configuration/setting-of.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { move } from '../../platform/states.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { NOT_DUE } from '../invoices/follow-up.ts'
import { processDue, type Step } from '../process-due.ts'
import { scheduleLock } from './create-settlement.ts'
import { SETTLEMENT_MOVES, type StoredSettlement } from './settlement.ts'
import { findSettlement, settlements } from './settlement-store.ts'

type Using = Pick<App, 'db' | 'clock'>

export const lockSettlement = (unit: Unit, before: StoredSettlement): StoredSettlement =>
  unit.update(settlements, before, {
    status: move(SETTLEMENT_MOVES, 'settlement', before.status, 'lock'),
    ...NOT_DUE,
  })

const lockEnded = async (app: Using, unit: Unit, id: Id): Promise<Step> => {
  const [settlement, zone] = await Promise.all([
    findSettlement(app.db, unit.tenant, id),
    getSetting(app, unit.tenant, 'general.timezone'),
  ])
  if (settlement?.status !== 'open' || !settlement.periodEndDate) return { made: 0, more: false }
  if (settlement.periodEndDate < toLocalDay(zone, unit.now)) {
    lockSettlement(unit, settlement)
    return { made: 1, more: false }
  }
  // The tenant has moved to another zone since.
  unit.update(settlements, settlement, scheduleLock(id, settlement.periodEndDate, zone))
  return { made: 0, more: false }
}

/** Locks the open settlements of all tenants whose period is over. */
export const lockSettlements = async (app: Using, log: Log, hasTime: () => boolean): Promise<void> => {
  const { items, made, failed } = await processDue(
    app,
    {
      kind: 'settlement',
      step: (tenant, id) =>
        runInUnit(app.db, { tenant, actor: null, now: app.clock() }, (unit) => lockEnded(app, unit, id)),
      failed: (error, { tenant, id }) =>
        log.error('billing.settlement.lock_failed', error, { tenant, settlementId: id }),
    },
    hasTime,
  )
  log.info('billing.settlement.locking_done', { settlements: items, locked: made, failed, outOfTime: !hasTime() })
}
