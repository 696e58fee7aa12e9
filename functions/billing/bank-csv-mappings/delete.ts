import { bankCsvMappings } from '../../../lib/billing/bank-csv-mappings/bank-csv-mapping-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'

export const deleteBankCsvMapping = endpoint({
  route: 'DELETE /api/billing/bank-csv-mappings/{id}',
  scope: 'billing:bank_statement:write',
  summary: "Delete the mapping of a bank's CSV",
  description: 'Statements that were imported with it keep it.',
  ifMatch: true,
  async run(_app, { params, unit }) {
    unit.remove(bankCsvMappings, await unit.load(bankCsvMappings, params.id))
  },
})
