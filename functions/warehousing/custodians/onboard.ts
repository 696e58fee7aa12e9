import { assignRole } from '../../../lib/partner/assign-role.ts'
import { endpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { addCustodian } from '../../../lib/warehousing/add-custodian.ts'
import { findCustodianIdOfPartner } from '../../../lib/warehousing/custodian-store.ts'
import { Custodian, OnboardPartnerInput } from '../../../schemas/warehousing/custodian.ts'

export const onboardPartnerAsCustodian = endpoint({
  route: 'POST /api/warehousing/custodians/onboard',
  scope: 'warehousing:custodian:write',
  summary: 'Create the custodian of a partner, or get the existing one',
  description: 'In both cases the partner gets the role `Partner.Custodian`.',
  body: OnboardPartnerInput,
  success: 201,
  also: 200,
  returns: Custodian,
  async run(app, { caller, body, unit }) {
    const existing = await findCustodianIdOfPartner(app.db, caller.tenant, body.partnerId)
    const custodian = existing ?? (await addCustodian(app, unit, body, 'stale'))
    await assignRole(app.db, unit, body.partnerId, 'Partner.Custodian')
    return existing ? reply(existing, { status: 200 }) : custodian
  },
})
