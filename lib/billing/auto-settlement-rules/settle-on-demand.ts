import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getNumbering, readBillingSettings } from '../billing-settings.ts'
import { unlockSequence } from '../numbering/lock-sequence.ts'
import { addSettlement, type SettlementWithLines } from '../settlements/add-settlement.ts'
import { findPendingSettlement } from '../settlements/find-pending-settlement.ts'
import { checkOnDemand, type StoredAutoSettlementRule } from './auto-settlement-rule.ts'
import { autoSettlementRules } from './auto-settlement-rule-store.ts'

type Using = Pick<App, 'db' | 'clock'>

const refuse = async (app: Using, unit: Unit, detail: string): Promise<never> => {
  // Only a rerun can have locked the sequence already.
  if (unit.isRerun)
    await unlockSequence(app, unit, getNumbering(await readBillingSettings(app, unit.tenant), 'settlement'))
  throw new Problem('OPERATION_NOT_ALLOWED', detail)
}

/** Settles a rule's unsettled charges up to today. It changes the rule, so that of concurrent requests only one settles. */
export const settleOnDemand = async (app: Using, unit: Unit, id: Id): Promise<SettlementWithLines> => {
  const rule: StoredAutoSettlementRule = await unit.load(autoSettlementRules, id)
  checkOnDemand(rule)
  const pending = await findPendingSettlement(app.db, unit.tenant, rule)
  if (pending)
    return await refuse(
      app,
      unit,
      `Settlement ${pending.settlementNumber} of the rule is ${pending.status}. Approve or reject it first.`,
    )
  const settlement = await addSettlement(
    app,
    unit,
    { ...rule, scopes: [rule.scope], period: null },
    { mayBeEmpty: false },
  )
  if (!settlement) return await refuse(app, unit, 'The rule has no unsettled charges.')
  unit.update(autoSettlementRules, rule, { lastSettlementId: settlement.id })
  return settlement
}
