import type { AutoSettlementRule } from '../../schemas/auto-settlement-rule.ts'
import { addDays, type Day, startOfDay } from '../calendar/day.ts'
import { type Due, dueIn } from '../store/due.ts'
import type { Stored } from '../store/entity.ts'
import { type Period, periodAround } from './settlement-period.ts'

export interface StoredRule extends Omit<AutoSettlementRule, keyof Stored | 'tenantId'>, Stored, Due {
  /** The first day of the period that is settled next; null where the rule is not for periods. */
  nextPeriod: Day | null
}

type Scheduled = Pick<StoredRule, 'basis' | 'periodType' | 'nextPeriod'>

/** The period that a rule settles next. */
export const periodOf = ({ basis, periodType, nextPeriod }: Scheduled): Period | undefined =>
  basis === 'period' && periodType && nextPeriod ? periodAround(periodType, nextPeriod) : undefined

/** When a rule is to be looked at again: as soon as its period is over where the tenant is. */
export const nextSettling = (rule: Scheduled & Pick<StoredRule, 'id'>, zone: string): Due => {
  const period = periodOf(rule)
  if (!period) return { duePk: undefined, dueSk: undefined }
  const over = startOfDay(zone, addDays(period.endDate, 1))
  return { duePk: dueIn('auto-settlement-rule', rule.id), dueSk: over.toISOString() }
}
