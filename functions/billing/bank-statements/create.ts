import {
  createBankStatement as create,
  readRequestedFile,
} from '../../../lib/billing/bank-statements/create-bank-statement.ts'
import { effectEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { BankStatement, CreateBankStatementInput } from '../../../schemas/billing/bank/statement.ts'

export const createBankStatement = effectEndpoint({
  route: 'POST /api/billing/bank-statements',
  scope: 'billing:bank_statement:write',
  summary: 'Import a bank statement from an uploaded file',
  description:
    'Reads a CAMT.053 or CAMT.052 of any version, or a CSV; an MT940 is refused. Each file is imported once, and each entry once even if files ' +
    'overlap, in whatever order and format they are imported; two payers are told apart by their accounts or names. ' +
    'Pending entries are left out until a file says that they are booked. ' +
    'A file whose opening balance and entries do not add up to its closing balance is refused. The entries are stored ' +
    'shortly afterwards; then the statement is `ready`.',
  idempotent: true,
  body: CreateBankStatementInput,
  success: 201,
  returns: BankStatement,
  problems: ['ALREADY_EXISTS'],
  act: (app, { caller, body }) => readRequestedFile(app, caller, body),
  run: (app, { caller, body, unit }, read) => create(app, unit, caller, body, read),
})
