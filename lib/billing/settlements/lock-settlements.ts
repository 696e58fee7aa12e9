import type { App } from '../../platform/app.ts'
import { dayIn } from '../../platform/calendar/day.ts'
import { settingOf } from '../../configuration/setting-of.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { move } from '../../platform/states.ts'
import { inUnit, type Unit } from '../../platform/store/unit.ts'
import { dueAfter } from './create-settlement.ts'
import { NOTHING_AHEAD } from '../invoices/follow-up.ts'
import { SETTLEMENT_MOVES, type StoredSettlement } from './settlement.ts'
import { findSettlement, settlements } from './settlement-store.ts'
import { type Step, workOff } from '../process-due.ts'

type Using = Pick<App, 'db' | 'clock'>

export const lockSettlement = (unit: Unit, before: StoredSettlement): StoredSettlement =>
  unit.update(settlements, before, {
    status: move(SETTLEMENT_MOVES, 'settlement', before.status, 'lock'),
    ...NOTHING_AHEAD,
  })

const lockEnded = async (app: Using, unit: Unit, id: Id): Promise<Step> => {
  const [settlement, zone] = await Promise.all([
    findSettlement(app.db, unit.tenant, id),
    settingOf(app, unit.tenant, 'general.timezone'),
  ])
  if (settlement?.status !== 'open' || !settlement.periodEndDate) return { made: 0, more: false }
  if (settlement.periodEndDate < dayIn(zone, unit.now)) {
    lockSettlement(unit, settlement)
    return { made: 1, more: false }
  }
  // The tenant has moved to another zone since.
  unit.update(settlements, settlement, dueAfter(id, settlement.periodEndDate, zone))
  return { made: 0, more: false }
}

/** Locks the open settlements of all tenants whose period is over. */
export const lockSettlements = async (app: Using, log: Log, hasTime: () => boolean): Promise<void> => {
  const { items, made, failed } = await workOff(
    app,
    {
      kind: 'settlement',
      step: (tenant, id) =>
        inUnit(app.db, { tenant, actor: null, now: app.clock() }, (unit) => lockEnded(app, unit, id)),
      failed: (error, { tenant, id }) =>
        log.error('billing.settlement.lock_failed', error, { tenant, settlementId: id }),
    },
    hasTime,
  )
  log.info('billing.settlement.locking_done', { settlements: items, locked: made, failed, outOfTime: !hasTime() })
}
