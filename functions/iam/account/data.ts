import { showAccountData } from '../../../lib/iam/account-data/show-account-data.ts'
import { showPushSubscriptions } from '../../../lib/notification/preferences/show-choices.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { AccountData } from '../../../schemas/iam/account-data.ts'

export const getAccountData = identityEndpoint({
  route: 'GET /api/iam/account/data',
  summary: 'Get the personal data of your account',
  description:
    'All that is stored of you outside tenants, but no credentials, and the tenants in which you are or were a member: get what each of them holds at `/api/iam/account/data/{tenantId}`. Needs a proof from the last five minutes.',
  returns: AccountData,
  problems: ['STEP_UP_REQUIRED', 'NOT_FOUND'],
  async run({ db }, { caller, now }) {
    const data = await showAccountData(db, caller, now)
    return { ...data, pushSubscriptions: await showPushSubscriptions(db, caller.identity, now) }
  },
})
