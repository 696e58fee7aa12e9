import type { AutoSettlementRule } from '../../../schemas/billing/auto-settlement-rule.ts'
import { addDays, type Day, startOfDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import { type Due, getDuePartition, NOT_DUE } from '../../platform/store/table/due.ts'
import { findPeriodAround, type Period } from '../settlements/period.ts'

export interface StoredAutoSettlementRule extends Omit<AutoSettlementRule, keyof Stored | 'tenantId'>, Stored, Due {
  /** First day of the period to settle next; null unless the basis is `period`. */
  nextPeriod: Day | null
  /** First day of its first period, from which it settles charges that come late; null unless the basis is `period`. */
  firstPeriod: Day | null
  /** Kind of the jobs after which the rule settles; null unless the basis is `per_job`. */
  jobs: 'fulfilment-orders' | null
  /** The last settlement created on demand or proposed. */
  lastSettlementId: Id | null
}

type Scheduled = Pick<StoredAutoSettlementRule, 'basis' | 'periodType' | 'nextPeriod'>

export const getNextPeriod = ({ basis, periodType, nextPeriod }: Scheduled): Period | undefined =>
  basis === 'period' && periodType && nextPeriod ? findPeriodAround(periodType, nextPeriod) : undefined

const HOUR_MS = 3600_000

/** Returns when a period is settled: some hours after it ended in the tenant's time zone, for news that come a little late. */
export const computeSettlementTime = ({ endDate }: Pick<Period, 'endDate'>, zone: string, waitHours: number): Date =>
  new Date(startOfDay(zone, addDays(endDate, 1)).getTime() + waitHours * HOUR_MS)

/** Schedules the rule for the moment when its period is settled. */
export const scheduleNextSettlement = (
  rule: Scheduled & Pick<StoredAutoSettlementRule, 'id'>,
  zone: string,
  waitHours: number,
): Due => {
  const period = getNextPeriod(rule)
  if (!period) return NOT_DUE
  const at = computeSettlementTime(period, zone, waitHours)
  return { duePk: getDuePartition('auto-settlement-rule', rule.id), dueSk: at.toISOString() }
}

/** Schedules an ad hoc rule for now; afterwards it is due once a day. */
export const scheduleFirstProposal = ({ id }: Pick<StoredAutoSettlementRule, 'id'>, now: Date): Due => ({
  duePk: getDuePartition('auto-settlement-rule', id),
  dueSk: now.toISOString(),
})

export const scheduleNextProposal = ({ id }: Pick<StoredAutoSettlementRule, 'id'>, zone: string, today: Day): Due =>
  scheduleFirstProposal({ id }, startOfDay(zone, addDays(today, 1)))

/** Throws unless the basis is on_demand, because rules of another basis settle the same charges by themselves. */
export const checkOnDemand = ({ basis }: Pick<StoredAutoSettlementRule, 'basis'>): void => {
  if (basis !== 'on_demand')
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The basis of the rule is ${basis}. Only a rule with the basis on_demand can be settled on request.`,
    )
}
