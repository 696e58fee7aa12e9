import { presentPayment } from '../../../lib/billing/payments/present-payment.ts'
import { refundPayment as refund } from '../../../lib/billing/payments/refund-payment.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Payment, RefundPaymentInput } from '../../../schemas/billing/payments/payment.ts'

export const refundPayment = endpoint({
  route: 'POST /api/billing/payments/{id}/refund',
  scope: 'billing:payment:write',
  summary: 'Record a refund of what is unallocated of a payment',
  description: 'The platform transfers no money; it records that you did.',
  idempotent: true,
  body: RefundPaymentInput,
  bodyOptional: true,
  returns: Payment,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: async (app, { params, body, unit }) => presentPayment(await refund(app, unit, params.id, body)),
})
