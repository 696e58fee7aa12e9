import { findPartner } from '../../../lib/partner/partner-store.ts'
import { presentPartner } from '../../../lib/partner/present-partner.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Partner } from '../../../schemas/partner/partner.ts'

export const getPartner = endpoint({
  route: 'GET /api/partner/partners/{id}',
  scope: 'partner:partner:read',
  summary: 'Get a partner',
  returns: Partner,
  async run({ db }, { caller, params }) {
    return presentPartner(orNotFound(await findPartner(db, caller.tenant, params.id)))
  },
})
