import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { findCustodianIdOfPartner } from '../../../lib/warehousing/custodian-store.ts'
import { Custodian } from '../../../schemas/warehousing/custodian.ts'

export const findCustodianByPartner = endpoint({
  route: 'GET /api/warehousing/custodians/by-partner/{partnerId}',
  scope: 'warehousing:custodian:read',
  summary: 'Get the custodian of a partner',
  returns: Custodian,
  async run({ db }, { caller, params }) {
    return orNotFound(await findCustodianIdOfPartner(db, caller.tenant, params.partnerId))
  },
})
