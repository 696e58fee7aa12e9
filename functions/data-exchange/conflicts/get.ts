import { findConflict } from '../../../lib/data-exchange/conflict-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Conflict } from '../../../schemas/data-exchange/conflict.ts'

export const getConflict = endpoint({
  route: 'GET /api/data-exchange/conflicts/{id}',
  scope: 'data_exchange:conflict:read',
  summary: 'Get a conflict',
  returns: Conflict,
  run: async ({ db }, { caller, params }) => orNotFound(await findConflict(db, caller.tenant, params.id)),
})
