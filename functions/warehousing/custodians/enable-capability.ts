import { followCustodian } from '../../../lib/fulfilment/custodians/follow-custodian.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { setCapability } from '../../../lib/warehousing/set-capability.ts'
import { CapabilityInput, Custodian } from '../../../schemas/warehousing/custodian.ts'

export const enableCapability = endpoint({
  route: 'POST /api/warehousing/custodians/{id}/enable-capability',
  scope: 'warehousing:custodian:write',
  summary: 'Enable a capability of a custodian',
  description:
    'Changes nothing if the capability is enabled already. With `tenant_picks_warehouse` orders, stock and receipts are ' +
    'about the warehouse that the connection names. With `provider_picks_warehouse` none is named in orders, and stock ' +
    'is that of all. With both, a named warehouse counts, and otherwise the provider picks.',
  body: CapabilityInput,
  returns: Custodian,
  run: (app, { params, body, unit }) => setCapability(unit, params.id, body.capability, true, followCustodian(app)),
})
