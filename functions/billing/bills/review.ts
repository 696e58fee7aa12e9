import { reviewBill as review } from '../../../lib/billing/bills/decisions/review-bill.ts'
import { presentBill } from '../../../lib/billing/bills/present-bill.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Bill } from '../../../schemas/billing/bill.ts'

export const reviewBill = endpoint({
  route: 'POST /api/billing/bills/{id}/review',
  scope: 'billing:bill:write',
  summary: 'Put a received bill under review',
  returns: Bill,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, unit }) {
    return await presentBill(app.db, caller.tenant, await review(unit, params.id))
  },
})
