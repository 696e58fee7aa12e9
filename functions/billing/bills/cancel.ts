import { cancelBill as cancel } from '../../../lib/billing/bills/decisions/cancel-bill.ts'
import { presentBill } from '../../../lib/billing/bills/present-bill.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Bill, CancelBillInput } from '../../../schemas/billing/bill.ts'

export const cancelBill = endpoint({
  route: 'POST /api/billing/bills/{id}/cancel',
  scope: 'billing:bill:write',
  summary: 'Cancel a bill that is not paid',
  description: 'Its amount is not owed any more, and its number can be recorded again.',
  body: CancelBillInput,
  returns: Bill,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, body, unit }) {
    return await presentBill(app.db, caller.tenant, await cancel(app, unit, params.id, body.reason))
  },
})
