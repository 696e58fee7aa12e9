import { presentExport } from '../../../lib/data-exchange/exports/export.ts'
import { readPageOfExports } from '../../../lib/data-exchange/exports/export-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { DataExport } from '../../../schemas/data-exchange/export.ts'

export const listExports = listEndpoint({
  route: 'GET /api/data-exchange/exports',
  scope: 'data_exchange:export:read',
  summary: 'List your own exports, newest first',
  of: DataExport,
  itemsPerPage: 30,
  async run({ db }, { caller, page }) {
    const { items, totalItems } = await readPageOfExports(db, caller.tenant, caller.identity, page)
    return { items: items.map(presentExport), totalItems }
  },
})
