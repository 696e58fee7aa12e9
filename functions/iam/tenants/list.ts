import { identityListEndpoint } from '../../../lib/http/endpoint.ts'
import { tenantsOf } from '../../../lib/identity/tenant.ts'
import { pageOf } from '../../../lib/store/list.ts'
import { Tenant } from '../../../schemas/tenant.ts'

export const listTenants = identityListEndpoint({
  route: 'GET /api/iam/tenants',
  summary: 'List the tenants that you are an active member of, newest first',
  description: 'Those in which you are suspended or only invited are not among them.',
  of: Tenant,
  itemsPerPage: 20,
  run: async ({ db }, { caller, page }) => pageOf(await tenantsOf(db, caller.identity), page),
})
