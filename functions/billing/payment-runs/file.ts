import { checkHasFile } from '../../../lib/billing/payment-runs/payment-run.ts'
import { findPaymentRun, readRunItems } from '../../../lib/billing/payment-runs/payment-run-store.ts'
import { buildAttachmentHeader } from '../../../lib/platform/files/files.ts'
import { endpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'

export const getPaymentRunFile = endpoint({
  route: 'GET /api/billing/payment-runs/{id}/file',
  scope: 'billing:payment_file:read',
  summary: 'Get the file of a submitted payment run for the bank (pain.001.001.09)',
  description:
    'The file is always the same: its message id is that of the run, and each end-to-end id is that of an item, so that ' +
    'a bank can recognize a file that it gets twice.',
  produces: 'application/xml',
  problems: ['OPERATION_NOT_ALLOWED'],
  async run({ db }, { caller, params }) {
    const run = orNotFound(await findPaymentRun(db, caller.tenant, params.id))
    checkHasFile(run)
    // The tables for transliteration are large, and few requests need them.
    const { buildPaymentFile } = await import('../../../lib/billing/payment-runs/file/build-payment-file.ts')
    const file = buildPaymentFile(run, await readRunItems(db, caller.tenant, run.id))
    const header = buildAttachmentHeader(`payment-run-${run.id}.xml`, 'application/xml')
    return reply(file, { headers: { 'Content-Disposition': header } })
  },
})
