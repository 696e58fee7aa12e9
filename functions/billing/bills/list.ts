import { readPageOfBills } from '../../../lib/billing/bills/bill-store.ts'
import { showBill } from '../../../lib/billing/bills/present-bill.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { BILL_STATES, Bill } from '../../../schemas/billing/bill.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listBills = listEndpoint({
  route: 'GET /api/billing/bills',
  scope: 'billing:bill:read',
  summary: 'List bills received from partners, newest first',
  query: { partnerId: id(), status: oneOf(BILL_STATES) },
  of: Bill,
  itemsPerPage: 25,
  async run({ db }, { caller, query, page }) {
    const { items, totalItems } = await readPageOfBills(db, caller.tenant, page, query)
    return { items: items.map((bill) => showBill(caller.tenant, bill)), totalItems }
  },
})
