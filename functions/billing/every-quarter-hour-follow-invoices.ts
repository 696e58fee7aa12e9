import * as Type from 'typebox'
import { processDueInvoices } from '../../lib/billing/invoices/process-due-invoices.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

const MIN_REMAINING_MS = 10_000

/** Sends reminders of open invoices and marks them overdue, each on its day in the tenant's time zone. */
export const handler = schedule({
  name: 'billing.follow-invoices',
  takes: Type.Object({}),
  run: (app, { now, log, millisecondsLeft }) =>
    processDueInvoices(app, now, log, () => millisecondsLeft() > MIN_REMAINING_MS),
})
