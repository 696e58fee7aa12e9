import * as Type from 'typebox'
import { billRecurring } from '../../lib/billing/recurring-invoice-profiles/bill-recurring.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

const MIN_REMAINING_MS = 30_000

/** Creates the invoices of recurring profiles whose period has begun in the tenant's time zone. */
export const handler = schedule({
  name: 'billing.recurring',
  takes: Type.Object({}),
  run: (app, { log, millisecondsLeft }) =>
    billRecurring(app, { log, hasTime: () => millisecondsLeft() > MIN_REMAINING_MS }),
})
