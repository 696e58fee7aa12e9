import { disputeBill as dispute } from '../../../lib/billing/bills/decisions/dispute-bill.ts'
import { presentBill } from '../../../lib/billing/bills/present-bill.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Bill, DisputeBillInput } from '../../../schemas/billing/bill.ts'

export const disputeBill = endpoint({
  route: 'POST /api/billing/bills/{id}/dispute',
  scope: 'billing:bill:write',
  summary: 'Dispute a bill with its partner; nobody can pay it until that is resolved',
  body: DisputeBillInput,
  returns: Bill,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, body, unit }) {
    return await presentBill(app.db, caller.tenant, await dispute(unit, params.id, body.reason))
  },
})
