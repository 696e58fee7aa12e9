import type { RefundPaymentInput } from '../../../schemas/billing/payments/payment.ts'
import type { App } from '../../platform/app/app.ts'
import { toMoment } from '../../platform/calendar/moment.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { postReceivable } from '../ledger/post-receivable.ts'
import { addToHistory, paymentUri, requireNotReversed, type StoredPayment } from './payment.ts'
import { payments } from './payment-store.ts'
import { findMomentViolations } from './record-payment.ts'

/** Records that unallocated money of a payment went back to the partner. */
export const refundPayment = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: Id,
  { amount: given, reference = null, refundedAt: givenAt }: RefundPaymentInput,
): Promise<StoredPayment> => {
  const [before, zone] = await Promise.all([
    unit.load(payments, id),
    getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone),
  ])
  const at = unit.now.toISOString()
  const refundedAt = givenAt ? toMoment(givenAt, zone) : at
  const violations = findMomentViolations('refundedAt', refundedAt, unit.now)
  if (violations.length || !refundedAt) throw invalid(...violations)
  requireNotReversed(before)
  if (refundedAt < before.receivedAt)
    throw invalid({ propertyPath: 'refundedAt', message: 'must not be before the payment was received' })
  const amount = given ?? before.unallocated
  if (amount > before.unallocated || amount === 0)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The payment has ${before.unallocated} unallocated, so ${amount} cannot be refunded.`,
    )
  const refunds = [...before.refunds, { id: unit.newId(), amount, reference, refundedAt, at }]
  const payment = unit.update(payments, before, addToHistory(before, { refunds }))
  const { partnerId, currency } = payment
  const record = { partnerId, currency, recordId: id, ref: paymentUri(id), number: reference }
  postReceivable(unit, { ...record, kind: 'refund', at: refundedAt, amount }, zone)
  return payment
}
