import { showMe } from '../../lib/iam/accounts/show-me.ts'
import { identityEndpoint } from '../../lib/platform/http/endpoint.ts'
import { Me } from '../../schemas/iam/identity.ts'

export const getMe = identityEndpoint({
  route: 'GET /api/iam/me',
  summary: 'Get your profile, tenants and scopes',
  returns: Me,
  run: ({ db }, { caller }) => showMe(db, caller),
})
