import { presentImport } from '../../../lib/data-exchange/imports/import.ts'
import { findImport, readProgress } from '../../../lib/data-exchange/imports/import-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { DataImport } from '../../../schemas/data-exchange/import.ts'

export const getImport = endpoint({
  route: 'GET /api/data-exchange/imports/{id}',
  scope: 'data_exchange:import:read',
  summary: 'Get an import with its progress',
  returns: DataImport,
  async run({ db }, { caller, params }) {
    const [found, progress] = await Promise.all([
      findImport(db, caller.tenant, params.id),
      readProgress(db, caller.tenant, params.id),
    ])
    return presentImport(orNotFound(found), progress)
  },
})
