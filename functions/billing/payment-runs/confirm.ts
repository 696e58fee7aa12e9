import { confirmPaymentRun as confirm } from '../../../lib/billing/payment-runs/confirm-payment-run.ts'
import { presentPaymentRun } from '../../../lib/billing/payment-runs/present-payment-run.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { ConfirmPaymentRunInput, PaymentRun } from '../../../schemas/billing/payments/payment-run.ts'

export const confirmPaymentRun = endpoint({
  route: 'POST /api/billing/payment-runs/{id}/confirm',
  scope: 'billing:payment_run:submit',
  stepUp: true,
  summary: 'Confirm that the bank paid items of a submitted payment run',
  description:
    'Their bills and settlements are paid then. The run is completed once no item is pending. Many items are decided for a ' +
    'moment after the response.',
  body: ConfirmPaymentRunInput,
  bodyOptional: true,
  returns: PaymentRun,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, body, unit }) {
    return await presentPaymentRun(app.db, caller.tenant, await confirm(app, unit, params.id, body))
  },
})
