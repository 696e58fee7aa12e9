import type { MarkSettlementPaidInput } from '../../../../schemas/billing/settlement.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { loadCollectedSettlement } from '../load-collected-settlement.ts'
import { checkPayable, moveSettlement, requireSecondPerson, type StoredSettlement } from '../settlement.ts'
import { buildPaymentEvent, buildSettlementEvent } from '../settlement-event.ts'
import { settlements } from '../settlement-store.ts'
import { postPayment } from './post-settlement.ts'

export const markSettlementPaid = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: Id,
  { paymentReference, paymentMethod = null }: MarkSettlementPaidInput,
): Promise<StoredSettlement> => {
  const { settlement: before, zone, fourEyes } = await loadCollectedSettlement(app, unit, id)
  const status = moveSettlement(before, 'mark_paid')
  checkPayable(before)
  requireSecondPerson(before, unit, fourEyes)
  const paidAt = unit.now.toISOString()
  const changes = { status, paidBy: unit.actor, paidAt, paymentReference, paymentMethod }
  const paid = unit.update(settlements, before, changes)
  await postPayment(app, unit, paid, { at: paidAt, approvedAt: before.approvedAt as string, zone })
  const { subject, data } = buildSettlementEvent(paid)
  unit.emit('finance.settlement.paid', { subject, data: { ...data, paymentReference } })
  if (paid.totalAmount > 0)
    unit.emit('finance.outgoing_payment.completed', {
      subject,
      data: { ...buildPaymentEvent(paid), completedAt: paidAt },
    })
  return paid
}
