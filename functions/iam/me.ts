import { identityEndpoint } from '../../lib/http/endpoint.ts'
import { findAccount } from '../../lib/identity/identity-store.ts'
import { orNotFound } from '../../lib/problem.ts'
import { Me } from '../../schemas/identity.ts'

export const getMe = identityEndpoint({
  route: 'GET /api/iam/me',
  summary: 'Who you are, your tenants, and what you may do in the selected one',
  returns: Me,
  async run({ db }, { caller }) {
    const { identity, tenants } = orNotFound(await findAccount(db, caller.identity))
    const shown = tenants.map(({ tenant: id, name, role }) => ({ id, name, role }))
    return {
      ...identity,
      emailVerified: identity.verifiedAt !== null,
      sessionId: caller.session,
      tenant: shown.find(({ id }) => id === caller.tenant) ?? null,
      tenants: shown,
      scopes: [...caller.scopes],
    }
  },
})
