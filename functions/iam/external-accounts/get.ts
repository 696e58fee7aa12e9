import { identityEndpoint } from '../../../lib/http/endpoint.ts'
import { linksOf } from '../../../lib/identity/external/link-store.ts'
import { orNotFound } from '../../../lib/problem.ts'
import { ExternalAccount } from '../../../schemas/external.ts'

export const getExternalAccount = identityEndpoint({
  route: 'GET /api/iam/external-accounts/{id}',
  summary: 'Get an account of another provider that signs in to yours',
  returns: ExternalAccount,
  async run({ db }, { caller, params }) {
    return orNotFound((await linksOf(db, caller.identity)).find(({ id }) => id === params.id))
  },
})
