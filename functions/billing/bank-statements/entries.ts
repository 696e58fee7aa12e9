import { readPageOfStatementEntries } from '../../../lib/billing/bank-entries/bank-entry-store.ts'
import { findBankStatement } from '../../../lib/billing/bank-statements/bank-statement-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { BANK_ENTRY_STATES, BankEntry } from '../../../schemas/billing/bank/entry.ts'
import { oneOf } from '../../../schemas/types.ts'

export const listBankStatementEntries = listEndpoint({
  route: 'GET /api/billing/bank-statements/{id}/entries',
  scope: 'billing:bank_statement:read',
  summary: 'List the entries that a bank statement added, last first',
  query: { status: oneOf(BANK_ENTRY_STATES) },
  of: BankEntry,
  itemsPerPage: 30,
  async run({ db }, { caller, params, query, page }) {
    const { id } = orNotFound(await findBankStatement(db, caller.tenant, params.id))
    return await readPageOfStatementEntries(db, caller.tenant, id, page, query)
  },
})
