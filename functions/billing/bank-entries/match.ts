import { loadBankEntry } from '../../../lib/billing/bank-entries/bank-entry-store.ts'
import { matchBankEntry as match } from '../../../lib/billing/bank-entries/match-bank-entry.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { BankEntry } from '../../../schemas/billing/bank/entry.ts'

export const matchBankEntry = endpoint({
  route: 'POST /api/billing/bank-entries/{id}/match',
  scope: 'billing:bank_statement:write',
  summary: 'Propose anew what a bank entry pays',
  description: 'Proposals are made when an entry is stored. Invoices that were issued or paid later change them.',
  returns: BankEntry,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(app, { params, unit }) {
    return await match(app, unit, await loadBankEntry(unit, params.id))
  },
})
