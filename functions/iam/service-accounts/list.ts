import { presentServiceAccounts } from '../../../lib/iam/service-accounts/present-service-account.ts'
import { serviceAccounts } from '../../../lib/iam/service-accounts/service-account-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { list } from '../../../lib/platform/store/lists/list.ts'
import { SERVICE_ACCOUNT_STATES, ServiceAccount } from '../../../schemas/iam/service-account.ts'
import { oneOf } from '../../../schemas/types.ts'

export const listServiceAccounts = listEndpoint({
  route: 'GET /api/iam/service-accounts',
  scope: 'iam:service_account:read',
  summary: 'List service accounts, newest first',
  query: { status: oneOf(SERVICE_ACCOUNT_STATES) },
  of: ServiceAccount,
  itemsPerPage: 20,
  async run({ db }, { caller, query: facets, page, now }) {
    const { items, ...rest } = await list(db, serviceAccounts, caller.tenant, { ...page, facets })
    return { ...rest, items: await presentServiceAccounts(db, items, now) }
  },
})
