import { approveBill as approve } from '../../../lib/billing/bills/decisions/approve-bill.ts'
import { presentBill } from '../../../lib/billing/bills/present-bill.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { ApproveBillInput, Bill } from '../../../schemas/billing/bill.ts'

export const approveBill = endpoint({
  route: 'POST /api/billing/bills/{id}/approve',
  scope: 'billing:bill:approve',
  summary: 'Approve a bill for payment',
  description:
    'With the setting `billing.fourEyes`, whoever recorded or changed the bill cannot approve it. Send `If-Match` to make ' +
    'sure that you approve the amount you have seen.',
  body: ApproveBillInput,
  bodyOptional: true,
  returns: Bill,
  problems: ['PERSON_REQUIRED', 'OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, body, unit }) {
    return await presentBill(app.db, caller.tenant, await approve(app, unit, params.id, body.notes))
  },
})
