import { addBankCsvMapping } from '../../../lib/billing/bank-csv-mappings/add-bank-csv-mapping.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { BankCsvMapping, CreateBankCsvMappingInput } from '../../../schemas/billing/bank/csv-mapping.ts'

export const createBankCsvMapping = endpoint({
  route: 'POST /api/billing/bank-csv-mappings',
  scope: 'billing:bank_statement:write',
  summary: "Keep the mapping of a bank's CSV under a name",
  idempotent: true,
  body: CreateBankCsvMappingInput,
  success: 201,
  returns: BankCsvMapping,
  problems: ['ALREADY_EXISTS'],
  run: async (_app, { body, unit }) => addBankCsvMapping(unit, body),
})
