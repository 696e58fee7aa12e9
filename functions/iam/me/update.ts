import { changePhone } from '../../../lib/iam/accounts/phone.ts'
import { showMe } from '../../../lib/iam/accounts/show-me.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { Me, UpdateMeInput } from '../../../schemas/iam/identity.ts'

export const updateMe = identityEndpoint({
  route: 'PATCH /api/iam/me',
  summary: 'Update your phone number',
  description:
    'The number receives text messages of the topics that the tenant policy allows and you have not disabled.',
  body: UpdateMeInput,
  returns: Me,
  ifMatch: true,
  async run(app, { caller, body: { phone }, unit }) {
    const me = await showMe(app.db, caller)
    unit.match(me)
    if (phone === undefined || phone === me.phone) return me
    const changed = await changePhone(app, unit, caller.identity, phone)
    return { ...me, ...changed }
  },
})
