import { findBill, showBill } from '../../../lib/billing/bills/bill-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Bill } from '../../../schemas/billing/bill.ts'

export const getBill = endpoint({
  route: 'GET /api/billing/bills/{id}',
  scope: 'billing:bill:read',
  summary: 'Get a bill',
  returns: Bill,
  async run({ db }, { caller, params }) {
    return showBill(caller.tenant, orNotFound(await findBill(db, caller.tenant, params.id)))
  },
})
