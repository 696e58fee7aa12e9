import { changePhone } from '../../../lib/iam/accounts/phone.ts'
import { showMe } from '../../../lib/iam/accounts/show-me.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { Me, UpdateMeInput } from '../../../schemas/iam/identity.ts'

export const updateMe = identityEndpoint({
  route: 'PATCH /api/iam/me',
  summary: 'Change where text messages reach you',
  description:
    'A number gets text messages of the topics for which the policy of the tenant lets them through and you do not keep them back.',
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
