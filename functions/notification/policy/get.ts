import { readPolicy, showPolicy } from '../../../lib/notification/preferences/policy-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { ChannelPolicy } from '../../../schemas/notification/preferences.ts'

export const getChannelPolicy = endpoint({
  route: 'GET /api/notification/policy',
  scope: 'notification:policy:read',
  summary: 'Get the channel policy',
  returns: ChannelPolicy,
  async run({ db }, { caller }) {
    return showPolicy(await readPolicy(db, caller.tenant))
  },
})
