import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { findCustodian } from '../../../lib/warehousing/custodian-store.ts'
import { Custodian } from '../../../schemas/warehousing/custodian.ts'

export const getCustodian = endpoint({
  route: 'GET /api/warehousing/custodians/{id}',
  scope: 'warehousing:custodian:read',
  summary: 'Get a custodian',
  returns: Custodian,
  async run({ db }, { caller, params }) {
    return orNotFound(await findCustodian(db, caller.tenant, params.id))
  },
})
