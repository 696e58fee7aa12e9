import { presentPaymentRun } from '../../../lib/billing/payment-runs/present-payment-run.ts'
import { submitPaymentRun as submit } from '../../../lib/billing/payment-runs/submit-payment-run.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { PaymentRun } from '../../../schemas/billing/payments/payment-run.ts'

export const submitPaymentRun = endpoint({
  route: 'POST /api/billing/payment-runs/{id}/submit',
  scope: 'billing:payment_run:submit',
  stepUp: true,
  summary: 'Submit a payment run: it is fixed, and its file can be handed to the bank',
  description:
    'From then on its bills and settlements can only be confirmed or rejected. With the setting `billing.fourEyes`, whoever ' +
    'created the run, or recorded or approved what it pays, cannot submit it.',
  returns: PaymentRun,
  problems: ['PERSON_REQUIRED', 'OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, unit }) {
    return await presentPaymentRun(app.db, caller.tenant, await submit(app, unit, params.id))
  },
})
