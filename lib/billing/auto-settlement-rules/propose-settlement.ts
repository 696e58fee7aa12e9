import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Step } from '../process-due.ts'
import { addSettlement } from '../settlements/add-settlement.ts'
import { findPendingSettlement } from '../settlements/find-pending-settlement.ts'
import { type StoredAutoSettlementRule, scheduleNextProposal } from './auto-settlement-rule.ts'
import { autoSettlementRules } from './auto-settlement-rule-store.ts'

/**
 * Proposes a settlement of all unsettled charges of an ad hoc rule, unless a proposed one is still to be approved or rejected.
 * The same transaction schedules the rule for the next day.
 */
export const proposeSettlement = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  rule: StoredAutoSettlementRule,
  zone: string,
): Promise<Step> => {
  const pending = await findPendingSettlement(app.db, unit.tenant, rule)
  const spec = { ...rule, scopes: [rule.scope], period: null }
  const settlement = pending ? undefined : await addSettlement(app, unit, spec, { mayBeEmpty: false })
  unit.update(autoSettlementRules, rule, {
    ...(settlement && { lastSettlementId: settlement.id }),
    ...scheduleNextProposal(rule, zone, toLocalDay(zone, unit.now)),
  })
  return { done: settlement ? 1 : 0, hasMore: false }
}
