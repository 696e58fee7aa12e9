import { presentImport } from '../../../lib/data-exchange/imports/import.ts'
import { readPageOfImports } from '../../../lib/data-exchange/imports/import-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { DataImport } from '../../../schemas/data-exchange/import.ts'

export const listImports = listEndpoint({
  route: 'GET /api/data-exchange/imports',
  scope: 'data_exchange:import:read',
  summary: 'List imports, newest first',
  of: DataImport,
  itemsPerPage: 30,
  async run({ db }, { caller, page }) {
    const { items, totalItems } = await readPageOfImports(db, caller.tenant, page)
    return { items: items.map(({ item, progress }) => presentImport(item, progress)), totalItems }
  },
})
