import { listLinks } from '../../../lib/iam/external/link-store.ts'
import { identityListEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { slicePage } from '../../../lib/platform/store/lists/list.ts'
import { ExternalAccount } from '../../../schemas/iam/external.ts'

export const listExternalAccounts = identityListEndpoint({
  route: 'GET /api/iam/external-accounts',
  summary: 'List linked accounts',
  description:
    'Lists the accounts of other providers that can sign in to yours, newest first. Signing in with a provider links its account if both sides have verified the same address.',
  of: ExternalAccount,
  itemsPerPage: 20,
  run: async ({ db }, { caller, page }) => slicePage(await listLinks(db, caller.identity), page),
})
