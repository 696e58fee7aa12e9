import { cancelPaymentRun as cancel } from '../../../lib/billing/payment-runs/confirm-payment-run.ts'
import { presentPaymentRun } from '../../../lib/billing/payment-runs/present-payment-run.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { PaymentRun } from '../../../schemas/billing/payments/payment-run.ts'

export const cancelPaymentRun = endpoint({
  route: 'POST /api/billing/payment-runs/{id}/cancel',
  scope: 'billing:payment_run:write',
  summary: 'Cancel a payment run that is not submitted',
  description: 'Its bills stay scheduled and its settlements approved, and can be in another run.',
  returns: PaymentRun,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, unit }) {
    return await presentPaymentRun(app.db, caller.tenant, await cancel(app, unit, params.id))
  },
})
