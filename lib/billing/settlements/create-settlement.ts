import type { CreateSettlementInput } from '../../../schemas/billing/settlement.ts'
import type { App } from '../../platform/app/app.ts'
import type { Day } from '../../platform/calendar/day.ts'
import { requireCurrency } from '../../platform/money/currencies.ts'
import { refuseViolations, requireAll } from '../../platform/require-all.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { canonicalizeScopes } from '../settlement-scopes/scope-definitions.ts'
import { readOwnScopes } from '../settlement-scopes/settlement-scope-store.ts'
import { addSettlement, type SettlementWithLines } from './add-settlement.ts'
import { findPeriodViolations } from './period.ts'
import { buildCoverage } from './settlement.ts'
import { findFirstSettledDay } from './settlement-store.ts'

export const createSettlement = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  given: CreateSettlementInput,
): Promise<SettlementWithLines> => {
  const { partnerId, basis, currency, period, scopes = [] } = given
  const spec = {
    partnerId,
    basis,
    currency,
    scopes: canonicalizeScopes(scopes, scopes.length ? await readOwnScopes(app.db, unit.tenant) : []),
    lateFrom: null as Day | null,
    period: period ? { type: period.type ?? null, startDate: period.startDate, endDate: period.endDate } : null,
  }
  if (period?.type) spec.lateFrom = await findFirstSettledDay(app.db, unit.tenant, buildCoverage(spec), period)
  const check = () =>
    requireAll(
      () => requireCurrency(currency, 'currency'),
      () => refuseViolations(findPeriodViolations(basis, period)),
    )
  return (await addSettlement(app, unit, spec, { mayBeEmpty: true, check })) as SettlementWithLines
}
