import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Step } from '../process-due.ts'
import { addSettlement } from '../settlements/create-settlement.ts'
import { findPendingSettlement } from '../settlements/find-pending-settlement.ts'
import { nextProposing, type StoredRule } from './auto-settlement-rule.ts'
import { autoSettlementRules } from './auto-settlement-rule-store.ts'

/**
 * Prepares a settlement of all that waits of an ad hoc rule, for somebody to approve or reject. While one waits for that
 * decision no other is proposed. In the same transaction the rule is put off to the next day.
 */
export const proposeSettlement = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  rule: StoredRule,
  zone: string,
): Promise<Step> => {
  const pending = await findPendingSettlement(app.db, unit.tenant, rule)
  const wanted = { ...rule, scopes: [rule.scope], period: null }
  const made = pending ? undefined : await addSettlement(app, unit, wanted, { mayBeEmpty: false })
  unit.update(autoSettlementRules, rule, {
    ...(made && { lastSettlementId: made.id }),
    ...nextProposing(rule, zone, toLocalDay(zone, unit.now)),
  })
  return { made: made ? 1 : 0, more: false }
}
