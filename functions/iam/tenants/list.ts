import { findTenantsOfIdentity } from '../../../lib/iam/tenant.ts'
import { identityListEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { slicePage } from '../../../lib/platform/store/lists/list.ts'
import { Tenant } from '../../../schemas/iam/tenant.ts'

export const listTenants = identityListEndpoint({
  route: 'GET /api/iam/tenants',
  summary: 'List the tenants that you are an active member of, newest first',
  description: 'Those in which you are suspended or only invited are not among them.',
  of: Tenant,
  itemsPerPage: 20,
  run: async ({ db }, { caller, page }) => slicePage(await findTenantsOfIdentity(db, caller.identity), page),
})
