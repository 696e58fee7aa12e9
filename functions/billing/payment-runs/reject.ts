import { rejectPaymentRun as reject } from '../../../lib/billing/payment-runs/confirm-payment-run.ts'
import { presentPaymentRun } from '../../../lib/billing/payment-runs/present-payment-run.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { PaymentRun, RejectPaymentRunInput } from '../../../schemas/billing/payments/payment-run.ts'

export const rejectPaymentRun = endpoint({
  route: 'POST /api/billing/payment-runs/{id}/reject',
  scope: 'billing:payment_run:submit',
  summary: 'Reject items of a payment run that the bank did not pay',
  description: 'Their bills are approved again, with the reason. Items of a draft are removed from it.',
  body: RejectPaymentRunInput,
  returns: PaymentRun,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, body, unit }) {
    return await presentPaymentRun(app.db, caller.tenant, await reject(app, unit, params.id, body))
  },
})
