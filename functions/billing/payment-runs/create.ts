import { createPaymentRun as create } from '../../../lib/billing/payment-runs/create-payment-run.ts'
import { presentPaymentRun } from '../../../lib/billing/payment-runs/present-payment-run.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreatePaymentRunInput, PaymentRun } from '../../../schemas/billing/payments/payment-run.ts'

export const createPaymentRun = endpoint({
  route: 'POST /api/billing/payment-runs',
  scope: 'billing:payment_run:write',
  summary: 'Create a payment run of bills and settlements in euros',
  description:
    'Each bill and settlement is in at most one run at a time. Every partner needs a bank account and an address with a ' +
    'city and a country. Items of a large run are added for a moment after the response; until then `isProcessing` is ' +
    'true, and the run cannot be submitted.',
  idempotent: true,
  body: CreatePaymentRunInput,
  success: 201,
  returns: PaymentRun,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { caller, body, unit }) {
    return await presentPaymentRun(app.db, caller.tenant, await create(app, unit, body))
  },
})
