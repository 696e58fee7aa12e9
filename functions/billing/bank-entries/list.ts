import { readPageOfBankEntries } from '../../../lib/billing/bank-entries/bank-entry-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { BANK_ENTRY_STATES, BankEntry } from '../../../schemas/billing/bank/entry.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listBankEntries = listEndpoint({
  route: 'GET /api/billing/bank-entries',
  scope: 'billing:bank_statement:read',
  summary: 'List entries of bank statements, last stored first',
  query: { partnerId: id(), status: oneOf(BANK_ENTRY_STATES) },
  of: BankEntry,
  itemsPerPage: 30,
  run: async ({ db }, { caller, query, page }) => await readPageOfBankEntries(db, caller.tenant, page, query),
})
