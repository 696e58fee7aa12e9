import type { CreateAutoSettlementRuleInput } from '../../../schemas/billing/auto-settlement-rule.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import { requireCurrency } from '../../platform/money/currencies.ts'
import { Problem } from '../../platform/problem.ts'
import { requireAll } from '../../platform/require-all.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import type { Item } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { PAYMENT_SETTINGS } from '../settings/payment-settings.ts'
import { defineScope } from '../settlement-scopes/settlement-scope-store.ts'
import { findPeriodAround } from '../settlements/period.ts'
import { type StoredAutoSettlementRule, scheduleFirstProposal, scheduleNextSettlement } from './auto-settlement-rule.ts'
import { autoSettlementRules } from './auto-settlement-rule-store.ts'

const buildExistsProblem = (existing: Item | undefined) =>
  new Problem(
    'ALREADY_EXISTS',
    `Rule ${existing?.id} already has this partner, scope, basis, currency and period type.`,
  )

/** Creates a rule. Its first period is the current one. */
export const addRule = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  given: CreateAutoSettlementRuleInput,
): Promise<StoredAutoSettlementRule> => {
  const { basis } = given
  const periodType = given.periodType ?? (basis === 'period' ? 'monthly' : null)
  const [settings, partner, currency] = await requireAll(
    () => getSettings(app, unit.tenant, [GENERAL_SETTINGS.timezone, PAYMENT_SETTINGS.settlementWaitHours]),
    () => requirePartner(app.db, unit.tenant, given.partnerId),
    () => requireCurrency(given.currency, 'currency'),
    () => defineScope(app.db, unit, given.scope),
  )
  const { 'general.timezone': zone, 'billing.settlementWaitHours': waitHours } = settings
  const nextPeriod =
    basis === 'period' && periodType ? findPeriodAround(periodType, toLocalDay(zone, unit.now)).startDate : null
  const jobs = basis === 'per_job' ? ('fulfilment-orders' as const) : null
  const rule = {
    ...given,
    id: unit.newId(),
    partnerId: partner.id,
    currency,
    periodType,
    nextPeriod,
    firstPeriod: nextPeriod,
    jobs,
  }
  const due = basis === 'ad_hoc' ? scheduleFirstProposal(rule, unit.now) : scheduleNextSettlement(rule, zone, waitHours)
  return unit.create(autoSettlementRules, { ...rule, lastSettlementId: null, ...due }, buildExistsProblem)
}
