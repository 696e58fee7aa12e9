import { changeBill } from '../../../lib/billing/bills/change-bill.ts'
import { presentBill } from '../../../lib/billing/bills/present-bill.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Bill, UpdateBillInput } from '../../../schemas/billing/bill.ts'

export const updateBill = endpoint({
  route: 'PATCH /api/billing/bills/{id}',
  scope: 'billing:bill:write',
  summary: 'Update a bill that is received or under review; absent members stay unchanged',
  description: 'A change of the total or of the due date corrects what is owed to the partner from now on.',
  body: UpdateBillInput,
  returns: Bill,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { caller, params, body, unit }) {
    return await presentBill(app.db, caller.tenant, await changeBill(app, unit, params.id, body))
  },
})
