import type { MarkBillPaidInput } from '../../../../schemas/billing/bill.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { billUri, checkBillInNoRun, moveBill, requireSecondPersonForBill, type StoredBill } from '../bill.ts'
import { bills } from '../bill-store.ts'
import { postBillPayment } from '../post-bill.ts'
import { loadBillWithSettings } from './load-bill-with-settings.ts'

interface Payment {
  paidBy: Id | null
  paymentReference: string
  paymentMethod: MarkBillPaidInput['paymentMethod'] | null
}

/** Records that the bill was paid, and posts the payment. The caller has checked that it may be paid. */
export const payBill = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  before: StoredBill,
  { paidBy, paymentReference, paymentMethod = null }: Payment,
  zone: string,
): Promise<StoredBill> => {
  const paidAt = unit.now.toISOString()
  const status = moveBill(before, 'mark_paid')
  const paid = unit.update(bills, before, {
    status,
    paidBy,
    paidAt,
    paymentReference,
    paymentMethod,
    paymentFailureReason: null,
  })
  await postBillPayment(app, unit, paid, zone)
  const { id, partnerId, partnerName, totalAmount: amount, currency } = paid
  unit.emit('finance.outgoing_payment.completed', {
    subject: billUri(id),
    data: { paymentId: id, partnerId, partnerName, amount, currency, paymentReference, completedAt: paidAt },
  })
  return paid
}

export const markBillPaid = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: Id,
  { paymentReference, paymentMethod = null }: MarkBillPaidInput,
): Promise<StoredBill> => {
  const { bill, zone, fourEyes } = await loadBillWithSettings(app, unit, id)
  moveBill(bill, 'mark_paid')
  checkBillInNoRun(bill)
  requireSecondPersonForBill(bill, unit, fourEyes)
  return await payBill(app, unit, bill, { paidBy: unit.actor, paymentReference, paymentMethod }, zone)
}
