import type { WaitingReason } from '../../../schemas/billing/charge.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredAutoSettlementRule } from '../auto-settlement-rules/auto-settlement-rule.ts'
import { listRulesOfPartner } from '../auto-settlement-rules/auto-settlement-rule-store.ts'
import type { StoredCharge } from '../charges/charge.ts'

type Rule = Pick<StoredAutoSettlementRule, 'scope' | 'currency' | 'basis' | 'firstPeriod' | 'nextPeriod'>
type Waiting = Pick<StoredCharge, 'scope' | 'currency' | 'occurredOn'>

/** Explains by one rule why a charge waits. */
const explainByRule = ({ basis, firstPeriod, nextPeriod }: Rule, { occurredOn }: Waiting): WaitingReason => {
  if (basis !== 'period') return basis
  if (nextPeriod !== null && occurredOn >= nextPeriod) return 'period_open'
  return firstPeriod !== null && occurredOn >= firstPeriod ? 'late' : 'before_rule'
}

/** The reason that ends first is named first. */
const ORDER: readonly WaitingReason[] = ['late', 'period_open', 'ad_hoc', 'per_job', 'on_demand', 'before_rule']

/** Explains why no settlement has a charge yet, by the rules of its partner. */
const chooseReason = (charge: Waiting, rules: readonly Rule[]): WaitingReason => {
  const own = rules.filter(({ scope, currency }) => scope === charge.scope && currency === charge.currency)
  const reasons = new Set(own.map((rule) => explainByRule(rule, charge)))
  return ORDER.find((reason) => reasons.has(reason)) ?? 'no_rule'
}

/** Reads the rules of the partners of charges, and adds to each charge why it waits. */
export const explainWaiting = async <T extends StoredCharge>(db: Table, tenant: Id, all: readonly T[]) => {
  const partnerIds = [...new Set(all.map(({ partnerId }) => partnerId))]
  const rules = new Map(
    await Promise.all(
      partnerIds.map(async (partnerId) => [partnerId, await listRulesOfPartner(db, tenant, partnerId)] as const),
    ),
  )
  return all.map((charge) => ({ ...charge, reason: chooseReason(charge, rules.get(charge.partnerId) ?? []) }))
}
