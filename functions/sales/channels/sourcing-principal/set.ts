import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { presentChannel } from '../../../../lib/sales/channels/present-channel.ts'
import { changeSourcingPrincipal } from '../../../../lib/sales/connections/link-merchant.ts'
import { SalesChannel } from '../../../../schemas/sales/channel.ts'
import { SourcingPrincipalInput } from '../../../../schemas/sales/link-merchant.ts'

export const setSourcingPrincipal = endpoint({
  route: 'PUT /api/sales/channels/{id}/sourcing-principal',
  scope: 'sales:channel:write',
  summary: 'Set the owner of the goods that a channel sells',
  description:
    'The owner is one of your partners (`commerce:///partner/partners/{id}`) or merchants (`commerce:///sales/merchants/{id}`), or your tenant (`commerce:///iam/tenants/{id}`). Stock items say where the goods are stored.',
  body: SourcingPrincipalInput,
  returns: SalesChannel,
  async run({ db }, { params, body, unit }) {
    return await presentChannel(db, unit.tenant, await changeSourcingPrincipal(db, unit, params.id, body.principal))
  },
})
