import * as Type from 'typebox'
import { followInvoices } from '../../lib/billing/invoices/process-due-invoices.ts'
import { schedule } from '../../lib/platform/events/worker.ts'

const ENOUGH_MS = 10_000

/** Reminds of open invoices and lets them fall overdue, each on its day where its tenant is. */
export const handler = schedule({
  name: 'billing.follow-invoices',
  takes: Type.Object({}),
  run: (app, { now, log, millisecondsLeft }) => followInvoices(app, now, log, () => millisecondsLeft() > ENOUGH_MS),
})
