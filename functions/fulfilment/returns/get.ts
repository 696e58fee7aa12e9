import { findReturn } from '../../../lib/fulfilment/returns/return-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Return } from '../../../schemas/fulfilment/return.ts'

export const getReturn = endpoint({
  route: 'GET /api/fulfilment/returns/{id}',
  scope: 'fulfilment:return:read',
  summary: 'Get a return',
  returns: Return,
  async run({ db }, { caller, params }) {
    return orNotFound(await findReturn(db, caller.tenant, params.id))
  },
})
