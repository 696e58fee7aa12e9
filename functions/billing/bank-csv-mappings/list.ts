import { readPageOfBankCsvMappings } from '../../../lib/billing/bank-csv-mappings/bank-csv-mapping-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { BankCsvMapping } from '../../../schemas/billing/bank/csv-mapping.ts'

export const listBankCsvMappings = listEndpoint({
  route: 'GET /api/billing/bank-csv-mappings',
  scope: 'billing:bank_statement:read',
  summary: "List the mappings of banks' CSVs, newest first",
  of: BankCsvMapping,
  itemsPerPage: 30,
  run: ({ db }, { caller, page }) => readPageOfBankCsvMappings(db, caller.tenant, page),
})
