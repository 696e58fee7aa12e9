import { renameTenant as rename } from '../../../lib/iam/rename-tenant.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { RenameTenantInput, Tenant } from '../../../schemas/iam/tenant.ts'

export const renameTenant = endpoint({
  route: 'PATCH /api/iam/tenants/{id}',
  scope: 'iam:tenant:write',
  summary: 'Rename the selected tenant',
  description:
    'Other members see the new name in their lists within moments. Documents keep the name they were made with.',
  body: RenameTenantInput,
  returns: Tenant,
  run: ({ db }, { caller, params, body, unit }) => rename(db, unit, caller, params.id, body.name),
})
