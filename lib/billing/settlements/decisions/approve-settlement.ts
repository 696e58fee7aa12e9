import type { ApproveSettlementInput } from '../../../../schemas/billing/settlement.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import { Problem } from '../../../platform/problem.ts'
import { NOT_DUE } from '../../../platform/store/table/due.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { nameActor } from '../../../platform/store/unit-scope.ts'
import { buildAccountKey } from '../../account-key.ts'
import { drawSelfBillingInvoice } from '../../self-billing/draw-self-billing-invoice.ts'
import { buildTaxLine, type SelfBilled } from '../charge-line.ts'
import { loadCollectedSettlement } from '../load-collected-settlement.ts'
import { addToTotals, moveSettlement, requireSecondPerson, type StoredSettlement } from '../settlement.ts'
import { buildPaymentEvent, buildSettlementEvent } from '../settlement-event.ts'
import { putLines, settlements } from '../settlement-store.ts'
import { postSettlement } from './post-settlement.ts'

/** Adds the line of a tax, which is an adjustment of the total. */
const addTax = (unit: Unit, before: StoredSettlement, selfBilling: SelfBilled | undefined) => {
  if (!selfBilling?.taxAmount) return { totalAmount: before.totalAmount }
  const { currency, linePages } = before
  const line = buildTaxLine(selfBilling, { currency, at: unit.now.toISOString(), lineId: unit.newId() })
  const totals = addToTotals(before, [line])
  if (!totals) throw new Problem('OPERATION_NOT_ALLOWED', 'The total would be too large with its tax.')
  putLines(unit, before, [line])
  return { ...totals, linePages: linePages + 1 }
}

/** Approves a settlement, and issues its self-billing invoice if the partner agreed to that. */
export const approveSettlement = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  id: Id,
  { notes = null, selfBilling: wanted = null }: ApproveSettlementInput = {},
): Promise<StoredSettlement> => {
  const { settlement: before, zone, fourEyes } = await loadCollectedSettlement(app, unit, id)
  const status = moveSettlement(before, 'approve')
  requireSecondPerson(before, unit, fourEyes)
  const approvedAt = unit.now.toISOString()
  const selfBilling = await drawSelfBillingInvoice(app, unit, before, { wanted, zone })
  const taxed = addTax(unit, before, selfBilling)
  const approved = unit.update(settlements, before, {
    status,
    ...nameActor('approvedBy', unit),
    approvedAt,
    approvalNotes: notes,
    ...taxed,
    selfBilling: selfBilling ?? null,
    toCarry: taxed.totalAmount < 0 ? buildAccountKey(before.partnerId, before.currency) : null,
    ...NOT_DUE,
  })
  await postSettlement(app, unit, approved, { at: approvedAt, approvedAt, zone }, 1)
  const { subject, data } = buildSettlementEvent(approved)
  unit.emit('finance.settlement.posted', { subject, data })
  if (approved.totalAmount > 0)
    unit.emit('finance.outgoing_payment.submitted', { subject, data: buildPaymentEvent(approved) })
  return approved
}
