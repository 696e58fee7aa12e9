import { presentExport } from '../../../lib/data-exchange/exports/export.ts'
import { requireReadableExport } from '../../../lib/data-exchange/exports/require-readable-export.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { DataExport } from '../../../schemas/data-exchange/export.ts'

export const getExport = endpoint({
  route: 'GET /api/data-exchange/exports/{id}',
  scope: 'data_exchange:export:read',
  summary: 'Get an export',
  description: 'Needs the scope of the exported list too; without it, the export is not found.',
  returns: DataExport,
  run: async ({ db }, { caller, params }) => presentExport(await requireReadableExport(db, caller, params.id)),
})
