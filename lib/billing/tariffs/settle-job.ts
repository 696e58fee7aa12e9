import { listHandOffIds } from '../../fulfilment/fulfilments/read-hand-off.ts'
import type { App } from '../../platform/app/app.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { findAll } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import type { StoredAutoSettlementRule } from '../auto-settlement-rules/auto-settlement-rule.ts'
import { listJobRules } from '../auto-settlement-rules/auto-settlement-rule-store.ts'
import { getNumbering, readBillingSettings } from '../billing-settings.ts'
import type { StoredCharge } from '../charges/charge.ts'
import { charges } from '../charges/charge-store.ts'
import { unlockSequence } from '../numbering/lock-sequence.ts'
import { addSettlement } from '../settlements/add-settlement.ts'
import { isComplete, listChargeIds } from './hand-off-tally.ts'
import { addSettled, findTally, type StoredTally } from './hand-off-tally-store.ts'

type Using = Pick<App, 'db' | 'clock'>
type Job = TaskData['billing.job.settle']

/** Lists the charges of the job that neither a rule per job nor anybody else has settled. */
const listUnsettled = async (
  db: Table,
  tenant: Id,
  { handOffs, settled }: Pick<StoredTally, 'handOffs' | 'settled'>,
): Promise<StoredCharge[]> => {
  const ids = listChargeIds(handOffs).filter((id) => !settled.includes(id))
  return (await findAll(db, charges, tenant, ids)).filter(({ settlementId }) => settlementId === null)
}

/** Settles the charges of a job that the rule is for. The tally changes with it, so each charge is settled once. */
const settleByRule = async (
  app: Using,
  unit: Unit,
  { fulfilmentOrderId }: Job,
  rule: StoredAutoSettlementRule,
): Promise<void> => {
  const tally = await findTally(app.db, unit.tenant, fulfilmentOrderId)
  const chargeIds = (tally ? await listUnsettled(app.db, unit.tenant, tally) : [])
    .filter(
      ({ partnerId, scope, currency }) =>
        partnerId === rule.partnerId && scope === rule.scope && currency === rule.currency,
    )
    .map(({ id }) => id)
  const spec = { ...rule, scopes: [rule.scope], period: null, chargeIds }
  if (tally && chargeIds.length && (await addSettlement(app, unit, spec, { mayBeEmpty: false })))
    addSettled(unit, tally, chargeIds)
  // Only a rerun can have locked the sequence already.
  else if (unit.isRerun)
    await unlockSequence(app, unit, getNumbering(await readBillingSettings(app, unit.tenant), 'settlement'))
}

/**
 * Settles what tariffs charged for a fulfilment order that is over: one settlement for each rule per job of the partners.
 * While a hand-off is still to be charged it does nothing, since the task that charges it runs this one again. Idempotent.
 */
export const settleJob = async (app: Using, job: Job, now: Date): Promise<void> => {
  const { tenant, fulfilmentOrderId } = job
  const { db } = app
  const [tally, handOffIds] = await Promise.all([
    findTally(db, tenant, fulfilmentOrderId),
    listHandOffIds(db, tenant, fulfilmentOrderId),
  ])
  if (!tally || !isComplete(tally.handOffs, handOffIds)) return
  const partnerIds = new Set((await listUnsettled(db, tenant, tally)).map(({ partnerId }) => partnerId))
  const rules = await Promise.all([...partnerIds].map((partnerId) => listJobRules(db, tenant, partnerId)))
  for (const rule of rules.flat())
    await runInUnit(db, { tenant, actor: null, now }, (unit) => settleByRule(app, unit, job, rule))
}
