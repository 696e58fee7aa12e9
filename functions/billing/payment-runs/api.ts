import { cancelPaymentRun } from './cancel.ts'
import { confirmPaymentRun } from './confirm.ts'
import { createPaymentRun } from './create.ts'
import { getPaymentRunFile } from './file.ts'
import { getPaymentRun } from './get.ts'
import { listPaymentRuns } from './list.ts'
import { rejectPaymentRun } from './reject.ts'
import { submitPaymentRun } from './submit.ts'

/** The endpoints of payment runs, which `functions/billing/api.ts` mounts with the others of its module. */
export const paymentRunEndpoints = {
  listPaymentRuns,
  createPaymentRun,
  getPaymentRun,
  getPaymentRunFile,
  submitPaymentRun,
  confirmPaymentRun,
  rejectPaymentRun,
  cancelPaymentRun,
}
