import { findAccount } from '../../../lib/iam/identity-store.ts'
import { issueTokens } from '../../../lib/iam/sessions/issue-tokens.ts'
import { recordSecurityEvent } from '../../../lib/iam/sessions/record-security-event.ts'
import { setSessionTenant } from '../../../lib/iam/sessions/session-store.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { notFound } from '../../../lib/platform/problem.ts'
import { SelectTenantInput, Tokens } from '../../../schemas/iam/identity.ts'

export const selectTenant = identityEndpoint({
  route: 'POST /api/iam/auth/select-tenant',
  summary: 'Select a tenant',
  description:
    'The session keeps the tenant when it is refreshed. `refreshToken` is null: keep the one you have. Returns 404 unless you are an active member of the tenant.',
  body: SelectTenantInput,
  returns: Tokens,
  problems: ['NOT_FOUND'],
  async run(app, { caller, body: { tenantId: tenant }, unit }) {
    const { identity, session, grant } = caller
    const tenants = (await findAccount(app.db, identity))?.tenants ?? []
    if (!tenants.some((each) => each.tenant === tenant)) throw notFound()
    setSessionTenant(unit, caller, tenant)
    recordSecurityEvent(unit, 'sign_in', identity, [tenant])
    return await issueTokens(app, { identity, session, grant, tenant, tenants, refreshToken: null })
  },
})
