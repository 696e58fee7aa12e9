import { listLinks } from '../../../lib/iam/external/link-store.ts'
import { identityListEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { slicePage } from '../../../lib/platform/store/lists/list.ts'
import { ExternalAccount } from '../../../schemas/iam/external.ts'

export const listExternalAccounts = identityListEndpoint({
  route: 'GET /api/iam/external-accounts',
  summary: 'List the accounts of other providers that sign in to yours, newest first',
  description: 'One is linked by signing in with it, where both sides hold the same address verified.',
  of: ExternalAccount,
  itemsPerPage: 20,
  run: async ({ db }, { caller, page }) => slicePage(await listLinks(db, caller.identity), page),
})
