import { loadBankEntry } from '../../../lib/billing/bank-entries/bank-entry-store.ts'
import { reopenBankEntry as reopen } from '../../../lib/billing/bank-entries/reopen-bank-entry.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { BankEntry } from '../../../schemas/billing/bank/entry.ts'

export const reopenBankEntry = endpoint({
  route: 'POST /api/billing/bank-entries/{id}/reopen',
  scope: 'billing:bank_statement:write',
  summary: 'Open a confirmed or ignored bank entry again',
  description:
    'Reverses the payment that the confirmation recorded. The proposals stay as they were; match the entry for new ones.',
  returns: BankEntry,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { params, unit }) {
    return await reopen(app, unit, await loadBankEntry(unit, params.id))
  },
})
