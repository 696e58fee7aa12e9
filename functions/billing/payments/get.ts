import { findPayment } from '../../../lib/billing/payments/payment-store.ts'
import { presentPayment } from '../../../lib/billing/payments/present-payment.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Payment } from '../../../schemas/billing/payments/payment.ts'

export const getPayment = endpoint({
  route: 'GET /api/billing/payments/{id}',
  scope: 'billing:payment:read',
  summary: 'Get a payment with its allocations, reversals and refunds',
  returns: Payment,
  async run({ db }, { caller, params }) {
    return presentPayment(orNotFound(await findPayment(db, caller.tenant, params.id)))
  },
})
