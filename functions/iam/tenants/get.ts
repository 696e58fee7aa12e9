import { findTenantsOfIdentity } from '../../../lib/iam/tenant.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Tenant } from '../../../schemas/iam/tenant.ts'

export const getTenant = identityEndpoint({
  route: 'GET /api/iam/tenants/{id}',
  summary: 'Get one of your tenants',
  returns: Tenant,
  async run({ db }, { caller, params }) {
    return orNotFound((await findTenantsOfIdentity(db, caller.identity)).find(({ id }) => id === params.id))
  },
})
