import { findIdentity } from '../../../lib/iam/identity-store.ts'
import { addTenant } from '../../../lib/iam/tenant.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { CreateTenantInput, Tenant } from '../../../schemas/iam/tenant.ts'

export const createTenant = identityEndpoint({
  route: 'POST /api/iam/tenants',
  summary: 'Create a tenant',
  description: 'You become its owner. Select it to work in it.',
  idempotent: true,
  body: CreateTenantInput,
  success: 201,
  returns: Tenant,
  async run({ db }, { caller, body, unit, now }) {
    const identity = orNotFound(await findIdentity(db, caller.identity))
    const { name } = body
    return { id: addTenant(unit, identity, name), name, role: 'owner', createdAt: now.toISOString() }
  },
})
