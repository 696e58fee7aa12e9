import { findBankStatement } from '../../../lib/billing/bank-statements/bank-statement-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { BankStatement } from '../../../schemas/billing/bank/statement.ts'

export const getBankStatement = endpoint({
  route: 'GET /api/billing/bank-statements/{id}',
  scope: 'billing:bank_statement:read',
  summary: 'Get a bank statement',
  returns: BankStatement,
  run: async ({ db }, { caller, params }) => orNotFound(await findBankStatement(db, caller.tenant, params.id)),
})
