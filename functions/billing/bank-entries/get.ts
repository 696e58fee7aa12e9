import { findBankEntry } from '../../../lib/billing/bank-entries/bank-entry-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { BankEntry } from '../../../schemas/billing/bank/entry.ts'

export const getBankEntry = endpoint({
  route: 'GET /api/billing/bank-entries/{id}',
  scope: 'billing:bank_statement:read',
  summary: 'Get an entry of a bank statement with its proposals',
  returns: BankEntry,
  run: async ({ db }, { caller, params }) => orNotFound(await findBankEntry(db, caller.tenant, params.id)),
})
