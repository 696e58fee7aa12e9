import { scheduleBill as schedule } from '../../../lib/billing/bills/decisions/schedule-bill.ts'
import { presentBill } from '../../../lib/billing/bills/present-bill.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Bill, ScheduleBillInput } from '../../../schemas/billing/bill.ts'

export const scheduleBill = endpoint({
  route: 'POST /api/billing/bills/{id}/schedule',
  scope: 'billing:bill:approve',
  summary: 'Schedule the payment of an approved bill, or change its day',
  description: 'A payment run collects scheduled bills. A bill that is in a run keeps its day.',
  body: ScheduleBillInput,
  bodyOptional: true,
  returns: Bill,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, body, unit }) {
    return await presentBill(app.db, caller.tenant, await schedule(app, unit, params.id, body.scheduledPaymentDate))
  },
})
