import { presentPayment } from '../../../lib/billing/payments/present-payment.ts'
import { reversePayment as reverse } from '../../../lib/billing/payments/reverse-payment.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Payment, ReversePaymentInput } from '../../../schemas/billing/payments/payment.ts'

export const reversePayment = endpoint({
  route: 'POST /api/billing/payments/{id}/reverse',
  scope: 'billing:payment:write',
  summary: 'Reverse a payment, such as a returned direct debit, or some of its allocations',
  description:
    'With `allocationIds`, their amounts become unallocated. Without them, the partner owes the whole payment again; a ' +
    'payment of which something was refunded cannot be reversed like that. An invoice with something open again is ' +
    'issued or overdue, as its due date says; if there are many, some change a moment after the response.',
  idempotent: true,
  body: ReversePaymentInput,
  returns: Payment,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: async (app, { params, body, unit }) => presentPayment(await reverse(app, unit, params.id, body)),
})
