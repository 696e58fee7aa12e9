import { presentPayment } from '../../../lib/billing/payments/present-payment.ts'
import { recordPayment as record } from '../../../lib/billing/payments/record-payment.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Payment, RecordPaymentInput } from '../../../schemas/billing/payments/payment.ts'

export const recordPayment = endpoint({
  route: 'POST /api/billing/payments',
  scope: 'billing:payment:write',
  summary: 'Record a payment of a partner and allocate it to invoices',
  description:
    'What is not allocated is the credit of the partner. An invoice with nothing left open becomes paid; if there are ' +
    'many, some become paid a moment after the response.',
  idempotent: true,
  body: RecordPaymentInput,
  success: 201,
  returns: Payment,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: async (app, { body, unit }) => presentPayment(await record(app, unit, body)),
})
