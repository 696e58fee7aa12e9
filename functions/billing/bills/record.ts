import { recordBill as record } from '../../../lib/billing/bills/record-bill.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Bill, RecordBillInput } from '../../../schemas/billing/bill.ts'

export const recordBill = endpoint({
  route: 'POST /api/billing/bills',
  scope: 'billing:bill:write',
  summary: 'Record a bill that a partner sent',
  description: 'A partner sends a number once, spaces around it and case aside.',
  idempotent: true,
  body: RecordBillInput,
  success: 201,
  returns: Bill,
  problems: ['ALREADY_EXISTS'],
  run: (app, { body, unit }) => record(app, unit, body),
})
