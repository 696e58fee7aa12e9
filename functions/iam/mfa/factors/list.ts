import { findAccount } from '../../../../lib/iam/identity-store.ts'
import { identityListEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { slicePage } from '../../../../lib/platform/store/lists/list.ts'
import { Factor } from '../../../../schemas/iam/mfa.ts'

export const listFactors = identityListEndpoint({
  route: 'GET /api/iam/mfa/factors',
  summary: 'List your second factors',
  description: 'Lists authenticator apps and passkeys, newest first. An account has at most ten.',
  of: Factor,
  itemsPerPage: 20,
  async run({ db }, { caller, page }) {
    const { mfa } = orNotFound(await findAccount(db, caller.identity))
    return slicePage([...mfa.factors].reverse(), page)
  },
})
