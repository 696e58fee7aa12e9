import { listLinks } from '../../../lib/iam/external/link-store.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { ExternalAccount } from '../../../schemas/iam/external.ts'

export const getExternalAccount = identityEndpoint({
  route: 'GET /api/iam/external-accounts/{id}',
  summary: 'Get a linked account',
  returns: ExternalAccount,
  async run({ db }, { caller, params }) {
    return orNotFound((await listLinks(db, caller.identity)).find(({ id }) => id === params.id))
  },
})
