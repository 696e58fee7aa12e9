import type { AutoSettlementRule } from '../../../schemas/billing/auto-settlement-rule.ts'
import { addDays, type Day, startOfDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import { type Due, getDuePartition } from '../../platform/store/table/due.ts'
import { findPeriodAround, type Period } from '../settlements/settlement-period.ts'

export interface StoredRule extends Omit<AutoSettlementRule, keyof Stored | 'tenantId'>, Stored, Due {
  /** The first day of the period that is settled next; null where the rule is not for periods. */
  nextPeriod: Day | null
  /** The settlement that was made last by asking for it, or proposed last. */
  lastSettlementId?: Id | null
}

type Scheduled = Pick<StoredRule, 'basis' | 'periodType' | 'nextPeriod'>

/** The period that a rule settles next. */
export const getNextPeriod = ({ basis, periodType, nextPeriod }: Scheduled): Period | undefined =>
  basis === 'period' && periodType && nextPeriod ? findPeriodAround(periodType, nextPeriod) : undefined

/** When a rule is to be looked at again: as soon as its period is over where the tenant is. */
export const scheduleNextSettlement = (rule: Scheduled & Pick<StoredRule, 'id'>, zone: string): Due => {
  const period = getNextPeriod(rule)
  if (!period) return { duePk: undefined, dueSk: undefined }
  const over = startOfDay(zone, addDays(period.endDate, 1))
  return { duePk: getDuePartition('auto-settlement-rule', rule.id), dueSk: over.toISOString() }
}

/** An ad hoc rule is looked at as soon as it is there, and then once a day where the tenant is. */
export const firstProposing = ({ id }: Pick<StoredRule, 'id'>, now: Date): Due => ({
  duePk: getDuePartition('auto-settlement-rule', id),
  dueSk: now.toISOString(),
})

export const nextProposing = ({ id }: Pick<StoredRule, 'id'>, zone: string, today: Day): Due =>
  firstProposing({ id }, startOfDay(zone, addDays(today, 1)))

/** Rules of another basis settle by themselves, and a second settlement beside one of theirs would surprise them. */
export const checkOnDemand = ({ basis }: Pick<StoredRule, 'basis'>): void => {
  if (basis !== 'on_demand')
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The basis of the rule is ${basis}; to be asked for, it must be on_demand.`,
    )
}
