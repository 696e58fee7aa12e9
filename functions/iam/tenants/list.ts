import { findTenantsOfIdentity } from '../../../lib/iam/tenant.ts'
import { identityListEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { slicePage } from '../../../lib/platform/store/lists/list.ts'
import { Tenant } from '../../../schemas/iam/tenant.ts'

export const listTenants = identityListEndpoint({
  route: 'GET /api/iam/tenants',
  summary: 'List your tenants',
  description: 'Lists the tenants of which you are an active member, newest first.',
  of: Tenant,
  itemsPerPage: 20,
  run: async ({ db }, { caller, page }) => slicePage(await findTenantsOfIdentity(db, caller.identity), page),
})
