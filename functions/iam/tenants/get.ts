import { identityEndpoint } from '../../../lib/http/endpoint.ts'
import { tenantsOf } from '../../../lib/identity/tenant.ts'
import { orNotFound } from '../../../lib/problem.ts'
import { Tenant } from '../../../schemas/tenant.ts'

export const getTenant = identityEndpoint({
  route: 'GET /api/iam/tenants/{id}',
  summary: 'Get a tenant that you are an active member of',
  returns: Tenant,
  async run({ db }, { caller, params }) {
    return orNotFound((await tenantsOf(db, caller.identity)).find(({ id }) => id === params.id))
  },
})
