import { findBankCsvMapping } from '../../../lib/billing/bank-csv-mappings/bank-csv-mapping-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { BankCsvMapping } from '../../../schemas/billing/bank/csv-mapping.ts'

export const getBankCsvMapping = endpoint({
  route: 'GET /api/billing/bank-csv-mappings/{id}',
  scope: 'billing:bank_statement:read',
  summary: "Get the mapping of a bank's CSV",
  returns: BankCsvMapping,
  run: async ({ db }, { caller, params }) => orNotFound(await findBankCsvMapping(db, caller.tenant, params.id)),
})
