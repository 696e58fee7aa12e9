import { markBillPaid as markPaid } from '../../../lib/billing/bills/decisions/mark-bill-paid.ts'
import { presentBill } from '../../../lib/billing/bills/present-bill.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Bill, MarkBillPaidInput } from '../../../schemas/billing/bill.ts'

export const markBillPaid = endpoint({
  route: 'POST /api/billing/bills/{id}/mark-paid',
  scope: 'billing:bill:approve',
  summary: 'Mark a bill as paid that was paid outside of a payment run',
  body: MarkBillPaidInput,
  returns: Bill,
  problems: ['PERSON_REQUIRED', 'OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, body, unit }) {
    return await presentBill(app.db, caller.tenant, await markPaid(app, unit, params.id, body))
  },
})
