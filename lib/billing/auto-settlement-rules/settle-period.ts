import { getSetting } from '../../configuration/setting-of.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { computeLeaseEnd, processDue, type Step } from '../process-due.ts'
import { addSettlement } from '../settlements/create-settlement.ts'
import { buildCoverage } from '../settlements/settlement.ts'
import { findPeriodAfter } from '../settlements/settlement-period.ts'
import { findSettlementOfDays } from '../settlements/settlement-store.ts'
import { getNextPeriod, type StoredRule, scheduleNextSettlement } from './auto-settlement-rule.ts'
import { autoSettlementRules, findRule } from './auto-settlement-rule-store.ts'
import { proposeSettlement } from './propose-settlement.ts'

type Using = Pick<App, 'db' | 'clock'>

const NOTHING: Step = { made: 0, more: false }

/** Settles one ended period of a rule once, whatever happens, and in the same transaction steps to the next. */
const settlePeriod = async (app: Using, unit: Unit, rule: StoredRule, zone: string, log: Log): Promise<Step> => {
  const period = getNextPeriod(rule)
  if (!period) return NOTHING
  const today = toLocalDay(zone, unit.now)
  if (period.endDate >= today) {
    // The tenant has moved to another zone since.
    unit.update(autoSettlementRules, rule, scheduleNextSettlement(rule, zone))
    return NOTHING
  }
  const wanted = { ...rule, scopes: [rule.scope], period }
  const coverage = buildCoverage(wanted, period) as string
  const standing = await findSettlementOfDays(app.db, unit.tenant, coverage, period)
  if (standing)
    log.warn('billing.auto_settlement.settled_already', {
      tenant: unit.tenant,
      ruleId: rule.id,
      settlementId: standing.id,
      period: period.startDate,
    })
  const made = standing ? undefined : await addSettlement(app, unit, wanted, { mayBeEmpty: false })
  const after = findPeriodAfter(period, period.type ?? 'monthly')
  const next = { ...rule, nextPeriod: after.startDate }
  const more = after.endDate < today
  unit.update(autoSettlementRules, rule, {
    nextPeriod: next.nextPeriod,
    ...scheduleNextSettlement(next, zone),
    ...(more && { dueSk: computeLeaseEnd(unit.now).toISOString() }),
  })
  return { made: made ? 1 : 0, more }
}

const followRule = async (app: Using, unit: Unit, id: Id, log: Log): Promise<Step> => {
  const [rule, zone] = await Promise.all([
    findRule(app.db, unit.tenant, id),
    getSetting(app, unit.tenant, 'general.timezone'),
  ])
  if (!rule) return NOTHING
  if (rule.basis === 'ad_hoc') return await proposeSettlement(app, unit, rule, zone)
  return await settlePeriod(app, unit, rule, zone, log)
}

/** Settles every period that is over, and proposes what ad hoc rules ask for: of all tenants, each rule's oldest first. */
export const settlePeriods = async (app: Using, log: Log, hasTime: () => boolean): Promise<void> => {
  const { items, made, failed } = await processDue(
    app,
    {
      kind: 'auto-settlement-rule',
      step: (tenant, id) =>
        runInUnit(app.db, { tenant, actor: null, now: app.clock() }, (unit) => followRule(app, unit, id, log)),
      failed: (error, { tenant, id }) => log.error('billing.auto_settlement.failed', error, { tenant, ruleId: id }),
    },
    hasTime,
  )
  log.info('billing.auto_settlement.done', { rules: items, settlements: made, failed, outOfTime: !hasTime() })
}
