import type { CreateAutoSettlementRuleInput } from '../../../schemas/billing/auto-settlement-rule.ts'
import { getSetting } from '../../configuration/setting-of.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, list, type Members, type Page } from '../../platform/store/lists/list.ts'
import type { Item, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { requireCurrency } from '../currency.ts'
import { defineScope } from '../settlement-scopes/settlement-scope-store.ts'
import { findPeriodAround } from '../settlements/settlement-period.ts'
import { firstProposing, type StoredRule, scheduleNextSettlement } from './auto-settlement-rule.ts'

// Auto-settlement rules:  T#<tenant>#auto-settlement-rule / <id>   listed newest first, by partner; one for each partner,
//                                                                  scope, basis, currency and type of period; due (duePk,
//                                                                  dueSk) where it settles by periods or proposes

export const autoSettlementRules = entity<StoredRule>({
  name: 'auto-settlement-rule',
  shape: 1,
  lists: [{ facets: [] }, { by: ['partnerId'], facets: [] }],
  unique: ({ partnerId, scope, basis, currency, periodType }) => ({
    rule: [partnerId, scope, basis, currency, periodType ?? 'none'].join('#'),
  }),
})

export const findRule = (db: Table, tenant: Id, id: string) => find(db, autoSettlementRules, tenant, id)

export const showRule = (tenantId: Id, rule: StoredRule) => ({ ...rule, tenantId })

export const readPageOfRules = async (
  db: Table,
  tenant: Id,
  page: Page,
  { partnerId }: { partnerId?: Id | undefined },
): Promise<Members<unknown>> => {
  const found = await list(db, autoSettlementRules, tenant, { ...page, ...(partnerId && { by: { partnerId } }) })
  return { ...found, items: found.items.map((rule) => showRule(tenant, rule)) }
}

const buildExistsProblem = (standing: Item | undefined) =>
  new Problem('ALREADY_EXISTS', `The rule ${standing?.id} is for the same.`)

const NO_JOBS = 'must not be per_job, since no job of the platform ends yet; use on_demand, and ask when a job is done'

/** A rule begins with the period in which it is made. */
export const addRule = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  given: CreateAutoSettlementRuleInput,
): Promise<StoredRule> => {
  const { basis, periodType = null } = given
  if (basis === 'per_job') throw invalid({ propertyPath: 'basis', message: NO_JOBS })
  if (basis === 'period' && !periodType)
    throw invalid({ propertyPath: 'periodType', message: 'is required for the basis period' })
  const currency = requireCurrency(given.currency, 'currency')
  const [zone, partner] = await Promise.all([
    getSetting(app, unit.tenant, 'general.timezone'),
    requirePartner(app.db, unit.tenant, given.partnerId),
    defineScope(app.db, unit, given.scope),
  ])
  const nextPeriod =
    basis === 'period' && periodType ? findPeriodAround(periodType, toLocalDay(zone, unit.now)).startDate : null
  const rule = { ...given, id: unit.newId(), partnerId: partner.id, currency, periodType, nextPeriod }
  const due = basis === 'ad_hoc' ? firstProposing(rule, unit.now) : scheduleNextSettlement(rule, zone)
  return unit.create(autoSettlementRules, { ...rule, lastSettlementId: null, ...due }, buildExistsProblem)
}

export const removeRule = async (unit: Unit, id: Id): Promise<void> =>
  unit.remove(autoSettlementRules, await unit.load(autoSettlementRules, id))
