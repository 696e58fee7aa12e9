import type { MarkSettlementPaidInput } from '../../../../schemas/billing/settlement.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { loadCollectedSettlement } from '../load-collected-settlement.ts'
import {
  checkPayable,
  checkSettlementInNoRun,
  moveSettlement,
  requireSecondPerson,
  type StoredSettlement,
} from '../settlement.ts'
import { buildPaymentEvent, buildSettlementEvent } from '../settlement-event.ts'
import { settlements } from '../settlement-store.ts'
import { postPayment } from './post-settlement.ts'

interface Payment {
  paidBy: Id | null
  paymentReference: string
  paymentMethod: StoredSettlement['paymentMethod']
}

/** Records that the settlement was paid, and posts the payment. The caller has checked that it may be paid. */
export const paySettlement = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  before: StoredSettlement,
  payment: Payment,
  zone: string,
): Promise<StoredSettlement> => {
  const paidAt = unit.now.toISOString()
  const { paymentReference } = payment
  const paid = unit.update(settlements, before, { status: moveSettlement(before, 'mark_paid'), paidAt, ...payment })
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

export const markSettlementPaid = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: Id,
  { paymentReference, paymentMethod = null }: MarkSettlementPaidInput,
): Promise<StoredSettlement> => {
  const { settlement: before, zone, fourEyes } = await loadCollectedSettlement(app, unit, id)
  moveSettlement(before, 'mark_paid')
  checkPayable(before)
  checkSettlementInNoRun(before)
  requireSecondPerson(before, unit, fourEyes)
  return await paySettlement(app, unit, before, { paidBy: unit.actor, paymentReference, paymentMethod }, zone)
}
