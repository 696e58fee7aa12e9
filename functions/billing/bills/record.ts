import { presentBill } from '../../../lib/billing/bills/present-bill.ts'
import { recordBill as record } from '../../../lib/billing/bills/record-bill.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Bill, RecordBillInput } from '../../../schemas/billing/bill.ts'

export const recordBill = endpoint({
  route: 'POST /api/billing/bills',
  scope: 'billing:bill:write',
  summary: 'Record a bill received from a partner',
  description: 'Each partner can use a bill number once, ignoring case and surrounding spaces.',
  idempotent: true,
  body: RecordBillInput,
  success: 201,
  returns: Bill,
  problems: ['ALREADY_EXISTS'],
  async run(app, { caller, body, unit }) {
    return await presentBill(app.db, caller.tenant, await record(app, unit, body))
  },
})
