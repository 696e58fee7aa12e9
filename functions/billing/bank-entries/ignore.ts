import { loadBankEntry } from '../../../lib/billing/bank-entries/bank-entry-store.ts'
import { ignoreBankEntry as ignore } from '../../../lib/billing/bank-entries/ignore-bank-entry.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { BankEntry } from '../../../schemas/billing/bank/entry.ts'

export const ignoreBankEntry = endpoint({
  route: 'POST /api/billing/bank-entries/{id}/ignore',
  scope: 'billing:bank_statement:write',
  summary: 'Ignore a bank entry that is no payment of a partner',
  returns: BankEntry,
  problems: ['OPERATION_NOT_ALLOWED'],
  async run(_app, { params, unit }) {
    return ignore(unit, await loadBankEntry(unit, params.id))
  },
})
