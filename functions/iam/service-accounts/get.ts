import { presentServiceAccounts } from '../../../lib/iam/service-accounts/present-service-account.ts'
import { serviceAccounts } from '../../../lib/iam/service-accounts/service-account-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { find } from '../../../lib/platform/store/lists/list.ts'
import { ServiceAccount } from '../../../schemas/iam/service-account.ts'

export const getServiceAccount = endpoint({
  route: 'GET /api/iam/service-accounts/{id}',
  scope: 'iam:service_account:read',
  summary: 'Get a service account',
  returns: ServiceAccount,
  async run({ db }, { caller, params, now }) {
    const account = orNotFound(await find(db, serviceAccounts, caller.tenant, params.id))
    const [presented] = await presentServiceAccounts(db, [account], now)
    return presented
  },
})
