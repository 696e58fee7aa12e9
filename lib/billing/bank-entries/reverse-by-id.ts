import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findPayment } from '../payments/payment-store.ts'
import { reverseStoredPayment } from '../payments/reverse-payment.ts'

/** Reverses the whole payment. The `If-Match` of the request names the entry, so it does not apply to the payment. */
export const reverseById = async (app: Pick<App, 'db'>, unit: Unit, paymentId: Id, reason: string): Promise<void> => {
  const payment = await findPayment(app.db, unit.tenant, paymentId)
  if (!payment) throw new Problem('OPERATION_NOT_ALLOWED', 'The payment does not exist any more.')
  await reverseStoredPayment(app, unit, payment, { reason })
}
