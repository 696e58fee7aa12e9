import { readPageOfBankStatements } from '../../../lib/billing/bank-statements/bank-statement-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { BANK_STATEMENT_STATES, BankStatement } from '../../../schemas/billing/bank/statement.ts'
import { oneOf } from '../../../schemas/types.ts'

export const listBankStatements = listEndpoint({
  route: 'GET /api/billing/bank-statements',
  scope: 'billing:bank_statement:read',
  summary: 'List bank statements, newest first',
  query: { status: oneOf(BANK_STATEMENT_STATES) },
  of: BankStatement,
  itemsPerPage: 25,
  run: ({ db }, { caller, query, page }) => readPageOfBankStatements(db, caller.tenant, page, query),
})
