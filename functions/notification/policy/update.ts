import { changePolicy, showPolicy } from '../../../lib/notification/preferences/policy-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { ChannelPolicy, ChannelPolicyUpdate } from '../../../schemas/notification/preferences.ts'

export const updateChannelPolicy = endpoint({
  route: 'PATCH /api/notification/policy',
  scope: 'notification:policy:write',
  summary: "Change the tenant's channel policy",
  description:
    'The policy is the ceiling: members choose among what it lets through. E-mails on `iam.identity.*` always go out.',
  body: ChannelPolicyUpdate,
  mostBytes: 128 * 1024,
  returns: ChannelPolicy,
  ifMatch: true,
  async run({ db }, { body, unit }) {
    return showPolicy(await changePolicy(db, unit, body.entries))
  },
})
