import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { computeLeaseEnd, processDue, type Step } from '../process-due.ts'
import { PAYMENT_SETTINGS } from '../settings/payment-settings.ts'
import { addSettlement } from '../settlements/add-settlement.ts'
import { findFollowingPeriod } from '../settlements/period.ts'
import { buildCoverage } from '../settlements/settlement.ts'
import { findSettlementByDays, isCollectingBefore } from '../settlements/settlement-store.ts'
import {
  computeSettlementTime,
  getNextPeriod,
  type StoredAutoSettlementRule,
  scheduleNextSettlement,
} from './auto-settlement-rule.ts'
import { autoSettlementRules, findRule } from './auto-settlement-rule-store.ts'
import { proposeSettlement } from './propose-settlement.ts'

type Using = Pick<App, 'db' | 'clock'>

const NOTHING_DUE: Step = { done: 0, hasMore: false }

/** Settles one ended period of a rule and advances to the next one in the same transaction, so that each is settled once. */
const settlePeriod = async (
  app: Using,
  unit: Unit,
  rule: StoredAutoSettlementRule,
  { zone, waitHours }: { zone: string; waitHours: number },
  log: Log,
): Promise<Step> => {
  const period = getNextPeriod(rule)
  if (!period) return NOTHING_DUE
  if (computeSettlementTime(period, zone, waitHours) > unit.now) {
    // The tenant's time zone or the time to wait has changed since the rule was scheduled.
    unit.update(autoSettlementRules, rule, scheduleNextSettlement(rule, zone, waitHours))
    return NOTHING_DUE
  }
  const spec = { ...rule, scopes: [rule.scope], period }
  const coverage = buildCoverage(spec)
  const [existing, isCollecting] = await Promise.all([
    findSettlementByDays(app.db, unit.tenant, coverage, period),
    isCollectingBefore(app.db, unit.tenant, coverage, period),
  ])
  if (existing)
    log.warn('billing.auto_settlement.settled_already', {
      tenant: unit.tenant,
      ruleId: rule.id,
      settlementId: existing.id,
      period: period.startDate,
    })
  const lateFrom = isCollecting ? null : rule.firstPeriod
  const settlement = existing ? undefined : await addSettlement(app, unit, { ...spec, lateFrom }, { mayBeEmpty: false })
  const after = findFollowingPeriod(period, period.type ?? 'monthly')
  const next = { ...rule, nextPeriod: after.startDate }
  const hasMore = computeSettlementTime(after, zone, waitHours) <= unit.now
  unit.update(autoSettlementRules, rule, {
    nextPeriod: next.nextPeriod,
    ...scheduleNextSettlement(next, zone, waitHours),
    ...(hasMore && { dueSk: computeLeaseEnd(unit.now).toISOString() }),
  })
  return { done: settlement ? 1 : 0, hasMore }
}

const processRule = async (app: Using, unit: Unit, id: Id, log: Log): Promise<Step> => {
  const [rule, settings] = await Promise.all([
    findRule(app.db, unit.tenant, id),
    getSettings(app, unit.tenant, [GENERAL_SETTINGS.timezone, PAYMENT_SETTINGS.settlementWaitHours]),
  ])
  const { 'general.timezone': zone, 'billing.settlementWaitHours': waitHours } = settings
  if (!rule) return NOTHING_DUE
  if (rule.basis === 'ad_hoc') return await proposeSettlement(app, unit, rule, zone)
  return await settlePeriod(app, unit, rule, { zone, waitHours }, log)
}

/** Settles the ended periods of rules and proposes settlements of ad hoc rules, for every tenant. */
export const settlePeriods = async (app: Using, log: Log, hasTime: () => boolean): Promise<void> => {
  const { items, done, failed } = await processDue(
    app,
    {
      kind: 'auto-settlement-rule',
      step: (tenant, id) =>
        runInUnit(app.db, { tenant, actor: null, now: app.clock() }, (unit) => processRule(app, unit, id, log)),
      onError: (error, { tenant, id }) => log.error('billing.auto_settlement.failed', error, { tenant, ruleId: id }),
    },
    hasTime,
  )
  log.info('billing.auto_settlement.done', { rules: items, settlements: done, failed, outOfTime: !hasTime() })
}
