import { findAccount } from '../../../lib/iam/identity-store.ts'
import { issueTokens } from '../../../lib/iam/sessions/issue-tokens.ts'
import { recordSecurityEvent } from '../../../lib/iam/sessions/record-security-event.ts'
import { setSessionTenant } from '../../../lib/iam/sessions/session-store.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { notFound, orNotFound } from '../../../lib/platform/problem.ts'
import { SelectTenantInput, Tokens } from '../../../schemas/iam/identity.ts'

export const selectTenant = identityEndpoint({
  route: 'POST /api/iam/auth/select-tenant',
  summary: 'Select a tenant',
  description:
    'The session keeps the tenant when it is refreshed. `refreshToken` is null: keep the one you have. Returns 404 unless you are an active member of the tenant. A tenant can require a second factor: `MFA_ENROLMENT_REQUIRED` asks you to add one, `STEP_UP_REQUIRED` to show the one you have.',
  body: SelectTenantInput,
  returns: Tokens,
  problems: ['NOT_FOUND', 'MFA_ENROLMENT_REQUIRED', 'STEP_UP_REQUIRED'],
  async run(app, { caller, body: { tenantId: tenant }, unit }) {
    const account = orNotFound(await findAccount(app.db, caller.identity))
    if (!account.tenants.some((each) => each.tenant === tenant)) throw notFound()
    setSessionTenant(unit, caller, tenant)
    recordSecurityEvent(unit, 'sign_in', caller.identity, [tenant])
    const { session, grant, authenticatedAt, methods } = caller
    const shown = { authenticatedAt, methods }
    return await issueTokens(app, account, { session, grant, tenant, refreshToken: null, mustSelect: true, ...shown })
  },
})
