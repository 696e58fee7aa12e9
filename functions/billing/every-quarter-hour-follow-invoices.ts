import * as Type from 'typebox'
import { processDueInvoices } from '../../lib/billing/invoices/reminders/process-due-invoices.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

/** Enough for the documents of the invoices that are in progress. */
const MIN_REMAINING_MS = 60_000

/** Sends reminders of open invoices and marks them overdue, each on its day in the tenant's time zone. */
export const handler = schedule({
  name: 'billing.follow-invoices',
  takes: Type.Object({}),
  run: (app, { now, log, millisecondsLeft }) =>
    processDueInvoices(app, now, log, () => millisecondsLeft() > MIN_REMAINING_MS),
})
