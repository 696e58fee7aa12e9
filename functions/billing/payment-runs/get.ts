import { findPaymentRun } from '../../../lib/billing/payment-runs/payment-run-store.ts'
import { presentPaymentRun } from '../../../lib/billing/payment-runs/present-payment-run.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { PaymentRun } from '../../../schemas/billing/payments/payment-run.ts'

export const getPaymentRun = endpoint({
  route: 'GET /api/billing/payment-runs/{id}',
  scope: 'billing:payment_run:read',
  summary: 'Get a payment run with its items',
  returns: PaymentRun,
  async run({ db }, { caller, params }) {
    const run = orNotFound(await findPaymentRun(db, caller.tenant, params.id))
    return await presentPaymentRun(db, caller.tenant, { run, items: [] })
  },
})
