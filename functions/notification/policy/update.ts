import { changePolicy, showPolicy } from '../../../lib/notification/preferences/policy-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { ChannelPolicy, ChannelPolicyUpdate } from '../../../schemas/notification/preferences.ts'

export const updateChannelPolicy = endpoint({
  route: 'PATCH /api/notification/policy',
  scope: 'notification:policy:write',
  summary: 'Update the channel policy',
  description:
    'The policy limits the preferences of all members. E-mails of the topics `iam.identity.*` are always sent.',
  body: ChannelPolicyUpdate,
  maxBytes: 128 * 1024,
  returns: ChannelPolicy,
  ifMatch: true,
  async run({ db }, { body, unit }) {
    return showPolicy(await changePolicy(db, unit, body.entries))
  },
})
