import { findAccount } from '../../../../lib/iam/identity-store.ts'
import { identityEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { Factor } from '../../../../schemas/iam/mfa.ts'

export const getFactor = identityEndpoint({
  route: 'GET /api/iam/mfa/factors/{id}',
  summary: 'Get one of your second factors',
  returns: Factor,
  async run({ db }, { caller, params }) {
    const { mfa } = orNotFound(await findAccount(db, caller.identity))
    return orNotFound(mfa.factors.find(({ id }) => id === params.id))
  },
})
