import { resolveBill as resolve } from '../../../lib/billing/bills/decisions/dispute-bill.ts'
import { presentBill } from '../../../lib/billing/bills/present-bill.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Bill } from '../../../schemas/billing/bill.ts'

export const resolveBill = endpoint({
  route: 'POST /api/billing/bills/{id}/resolve',
  scope: 'billing:bill:write',
  summary: 'Resolve the dispute about a bill',
  description: 'The bill is under review again, so that it can be corrected, and has to be approved again.',
  returns: Bill,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, unit }) {
    return await presentBill(app.db, caller.tenant, await resolve(unit, params.id))
  },
})
