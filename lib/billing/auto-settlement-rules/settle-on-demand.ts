import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getNumbering, readBillingSettings } from '../billing-settings.ts'
import { unlockSequence } from '../numbering/numbers.ts'
import { addSettlement, type WithLines } from '../settlements/create-settlement.ts'
import { findPendingSettlement } from '../settlements/find-pending-settlement.ts'
import { checkOnDemand, type StoredRule } from './auto-settlement-rule.ts'
import { autoSettlementRules } from './auto-settlement-rule-store.ts'

type Using = Pick<App, 'db' | 'clock'>

const refuse = async (app: Using, unit: Unit, detail: string): Promise<never> => {
  // Only work that is run again may have had its turn at the numbers before it is refused.
  if (unit.isRerun)
    await unlockSequence(app, unit, getNumbering(await readBillingSettings(app, unit.tenant), 'settlement'))
  throw new Problem('OPERATION_NOT_ALLOWED', detail)
}

/** Settles all that waits of a rule up to today. The rule changes with it, so of several requests at once one settles. */
export const settleOnDemand = async (app: Using, unit: Unit, id: Id): Promise<WithLines> => {
  const rule: StoredRule = await unit.load(autoSettlementRules, id)
  checkOnDemand(rule)
  const pending = await findPendingSettlement(app.db, unit.tenant, rule)
  if (pending)
    return await refuse(
      app,
      unit,
      `The settlement ${pending.settlementNumber} of the rule is ${pending.status}; approve or reject it first.`,
    )
  const made = await addSettlement(app, unit, { ...rule, scopes: [rule.scope], period: null }, { mayBeEmpty: false })
  if (!made) return await refuse(app, unit, 'Nothing is to be settled: no charge of the rule waits.')
  unit.update(autoSettlementRules, rule, { lastSettlementId: made.id })
  return made
}
