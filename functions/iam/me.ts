import { identityEndpoint } from '../../lib/http/endpoint.ts'
import { showMe } from '../../lib/identity/me.ts'
import { Me } from '../../schemas/identity.ts'

export const getMe = identityEndpoint({
  route: 'GET /api/iam/me',
  summary: 'Who you are, your tenants, and what you may do in the selected one',
  returns: Me,
  run: ({ db }, { caller }) => showMe(db, caller),
})
