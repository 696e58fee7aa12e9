import { findBill } from '../../../lib/billing/bills/bill-store.ts'
import { presentBill } from '../../../lib/billing/bills/present-bill.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Bill } from '../../../schemas/billing/bill.ts'

export const getBill = endpoint({
  route: 'GET /api/billing/bills/{id}',
  scope: 'billing:bill:read',
  summary: 'Get a bill',
  returns: Bill,
  async run({ db }, { caller, params }) {
    return await presentBill(db, caller.tenant, orNotFound(await findBill(db, caller.tenant, params.id)))
  },
})
