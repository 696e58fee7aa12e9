import { allocatePayment as allocate } from '../../../lib/billing/payments/allocate-payment.ts'
import { presentPayment } from '../../../lib/billing/payments/present-payment.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { AllocatePaymentInput, Payment } from '../../../schemas/billing/payments/payment.ts'

export const allocatePayment = endpoint({
  route: 'POST /api/billing/payments/{id}/allocate',
  scope: 'billing:payment:write',
  summary: 'Allocate what is left of a payment to invoices',
  description:
    'Either all allocations are made or none. An invoice with nothing left open becomes paid; if there are many, some ' +
    'become paid a moment after the response.',
  idempotent: true,
  body: AllocatePaymentInput,
  returns: Payment,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: async (app, { params, body, unit }) => presentPayment(await allocate(app, unit, params.id, body.allocations)),
})
