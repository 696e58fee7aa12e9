import { readPageOfPaymentRuns } from '../../../lib/billing/payment-runs/payment-run-store.ts'
import { showPaymentRun } from '../../../lib/billing/payment-runs/present-payment-run.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { PAYMENT_RUN_STATES, PaymentRun } from '../../../schemas/billing/payments/payment-run.ts'
import { oneOf } from '../../../schemas/types.ts'

export const listPaymentRuns = listEndpoint({
  route: 'GET /api/billing/payment-runs',
  scope: 'billing:payment_run:read',
  summary: 'List payment runs, newest first',
  query: { status: oneOf(PAYMENT_RUN_STATES) },
  of: PaymentRun,
  itemsPerPage: 25,
  async run({ db }, { caller, query, page }) {
    const { items, totalItems } = await readPageOfPaymentRuns(db, caller.tenant, page, query.status)
    return { items: items.map((run) => showPaymentRun(run)), totalItems }
  },
})
