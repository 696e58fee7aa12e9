import { readPageOfPayments } from '../../../lib/billing/payments/payment-store.ts'
import { presentPayments } from '../../../lib/billing/payments/present-payment.ts'
import { checkRange } from '../../../lib/platform/calendar/check-range.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { PAYMENT_STATES, Payment } from '../../../schemas/billing/payments/payment.ts'
import { date, id, oneOf } from '../../../schemas/types.ts'

export const listPayments = listEndpoint({
  route: 'GET /api/billing/payments',
  scope: 'billing:payment:read',
  summary: 'List payments, newest first, or latest received first when filtered by the day',
  query: {
    partnerId: id(),
    status: oneOf(PAYMENT_STATES, { description: '`open`: payments of which part is unallocated' }),
    receivedFrom: date({ description: 'First day in your time zone, included' }),
    receivedTo: date({ description: 'Last day in your time zone, included' }),
  },
  of: Payment,
  itemsPerPage: 25,
  async run({ db }, { caller, query, page }) {
    checkRange(query, 'receivedFrom', 'receivedTo')
    return presentPayments(await readPageOfPayments(db, caller.tenant, page, query))
  },
})
